const folders = 'inspiration|projects|sheds|blog|hero|thumbnails|orders';

/** A folder of the bucket, and everything after it that can be part of a path. */
const pathPattern = new RegExp(`(?:${folders})/[^\\s"<>?#\\\\]+`, 'g');

/**
 * Adds to `paths` every path of the images bucket that the value may reference: whole strings, and
 * paths in HTML, URLs, lists and objects. Each is added unchanged, decoded, and cut at a quote,
 * bracket or comma: an extra path costs nothing, a missed one loses an image.
 */
export function addReferences(value: unknown, paths: Set<string>): void {
  if (typeof value === 'string') addFromText(value, paths);
  else if (Array.isArray(value)) for (const item of value) addReferences(item, paths);
  else if (value !== null && typeof value === 'object') addReferences(Object.values(value), paths);
}

function addFromText(text: string, paths: Set<string>) {
  paths.add(text);
  for (const [found] of text.matchAll(pathPattern)) {
    const ends = [...found.matchAll(/['),;]/g)].map(({ index }) => index);
    for (const path of [found, ...ends.map((end) => found.slice(0, end))]) {
      paths.add(path);
      paths.add(decode(path));
      paths.add(decode(path.replaceAll('&amp;', '&')));
    }
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
