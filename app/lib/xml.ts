const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes a text for an XML element or attribute. Characters that XML does not allow are removed. */
export function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids
      .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
      // Half of a surrogate pair is not a character.
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .replace(/[&<>"]/g, (character) => entities[character] ?? character)
  );
}
