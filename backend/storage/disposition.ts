/** The endings that a file of a type may be saved under; the first where it has none of them. */
const endings: Record<string, string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png', 'apng'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/gif': ['gif'],
  'image/tiff': ['tif', 'tiff'],
  'text/plain': ['txt'],
  'application/pdf': ['pdf'],
};

/**
 * How a browser is to take a file: pictures are shown, everything else is saved, and so are pictures
 * with `?download` (under their own name) or `?download={name}` (RFC 6266). What is saved gets an
 * ending of its type: `notes.html` with a picture's bytes becomes `notes.html.gif`, and opens as one.
 *
 * @param name the object's path
 * @param mimetype what its bytes are
 */
export function dispositionOf({ url }: Request, name: string, mimetype: string): string {
  const download = new URL(url).searchParams.get('download');
  const isShown = download === null && mimetype.startsWith('image/');
  const fileName = withEnding(download || (name.split('/').at(-1) ?? name), mimetype);
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const kind = isShown ? 'inline' : 'attachment';
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function withEnding(fileName: string, mimetype: string): string {
  const fitting = endings[mimetype] ?? ['bin'];
  const ending = /\.([^.]*)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return fitting.includes(ending) ? fileName : `${fileName}.${fitting[0]}`;
}
