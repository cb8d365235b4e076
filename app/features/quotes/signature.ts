/** Letters of any script. Hangul fillers and the blanks of hieroglyphs are letters, too, but invisible. */
const letters = /(?![\p{Default_Ignorable_Code_Point}\u{13441}\u{13442}])\p{L}/gu;

/** Returns true for a name of at most 120 characters with two visible letters, as private.is_signature does. */
export function isSignature(name: string): boolean {
  return [...name.trim()].length <= 120 && (name.match(letters) ?? []).length >= 2;
}
