const folders = 'inspiration|projects|sheds|blog|hero|thumbnails';

/** Where a text may name a picture: its folder, and what follows as far as a path can go. */
const inText = new RegExp(`(?:${folders})/[^\\s"<>?#\\\\]+`, 'g');

/**
 * Adds to `paths` every path of the images bucket that the value may name: a text that is one, and
 * those inside of texts such as HTML, addresses, lists and objects. Rather one too many than a
 * picture lost: each is taken as it stands, decoded, and up to a quote, bracket or comma.
 */
export function addReferences(value: unknown, paths: Set<string>): void {
  if (typeof value === 'string') addFromText(value, paths);
  else if (Array.isArray(value)) for (const item of value) addReferences(item, paths);
  else if (value !== null && typeof value === 'object') addReferences(Object.values(value), paths);
}

function addFromText(text: string, paths: Set<string>) {
  paths.add(text);
  for (const [found] of text.matchAll(inText)) {
    const ends = [...found.matchAll(/['),;]/g)].map(({ index }) => index);
    for (const path of [found, ...ends.map((end) => found.slice(0, end))]) {
      paths.add(path);
      paths.add(decoded(path));
      paths.add(decoded(path.replaceAll('&amp;', '&')));
    }
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
