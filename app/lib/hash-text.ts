/** The 32-bit FNV-1a hash of a text (draft-eastlake-fnv), for names that tell a few texts from each other. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}
