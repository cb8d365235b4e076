/** PostgreSQL parses JSON recursively, on a small stack in the embedded database. */
export const maxJsonNesting = 100;

/** Returns how many objects and arrays are nested in a JSON text, without parsing it. */
export function getJsonNesting(text: string): number {
  let depth = 0;
  let maxDepth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') maxDepth = Math.max(maxDepth, ++depth);
    else if (character === '}' || character === ']') depth -= 1;
  }
  return maxDepth;
}
