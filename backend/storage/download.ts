import { matchesEtag } from '../matches-etag.ts';
import { storageError } from './errors.ts';
import { type ByteRange, FileMissing, type FileStore } from './files.ts';
import type { ObjectRow } from './objects.ts';

/** A served file can't run scripts, be framed, submit forms or load other resources. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * The extensions a file of each type may be saved with. The first is appended to a name with
 * another extension.
 */
const extensions: Record<string, string[]> = {
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
 * Responds with an object's file: whole, a range (206, 416), or not modified (304).
 *
 * @param cacheability `public` lets proxies cache it, `private` only the client
 * @param find reads the object's row; called again if its file was replaced meanwhile
 * @throws HttpError 404
 */
export async function sendObject(
  files: FileStore,
  request: Request,
  cacheability: 'public' | 'private',
  find: () => Promise<ObjectRow | undefined>,
  isRetry = false,
): Promise<Response> {
  const object = await find();
  if (!object) throw storageError('NoSuchKey');
  try {
    return await send(files, request, cacheability, object);
  } catch (error) {
    if (isRetry || !(error instanceof FileMissing)) throw error;
    return sendObject(files, request, cacheability, find, true);
  }
}

async function send(
  files: FileStore,
  { headers: conditions, method, url }: Request,
  cacheability: string,
  { name, version, metadata }: ObjectRow,
): Promise<Response> {
  const { size, eTag, mimetype } = metadata;
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': isPersonalImage(name)
      ? 'private, max-age=600'
      : `${cacheability}, ${metadata.cacheControl}`,
    'Content-Security-Policy': contentSecurityPolicy,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: eTag,
    'Last-Modified': new Date(metadata.lastModified).toUTCString(),
    'X-Content-Type-Options': 'nosniff',
  });
  if (matchesEtag(conditions.get('if-none-match'), eTag)) {
    return new Response(null, { status: 304, headers });
  }
  const isCurrent = (conditions.get('if-range') ?? eTag) === eTag;
  const range = isCurrent ? parseRange(conditions.get('range'), size) : undefined;
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set('Content-Disposition', getContentDisposition(url, name, mimetype));
  headers.set('Content-Type', mimetype === 'text/plain' ? 'text/plain; charset=utf-8' : mimetype);
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : size));
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  // Reading with an explicit range detects a truncated file before the response begins.
  const whole = size > 0 ? { start: 0, end: size - 1 } : undefined;
  const body = method === 'HEAD' ? null : await files.read(version, range ?? whole);
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** Returns true for photos of customers and of their orders, which an erasure removes. */
export const isPersonalImage = (name: string) => /^(?:inspiration|orders)\//.test(name);

/**
 * Parses a Range header (RFC 9110, section 14).
 *
 * @param size of the file in bytes
 * @returns `unsatisfiable` if it starts after the end; undefined if there is no header, or one that a
 *   server may ignore: another unit, several ranges, malformed
 */
function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start >= size ? 'unsatisfiable' : { start, end };
}

/**
 * The Content-Disposition of a file (RFC 6266): images are shown, other files are saved, and so are
 * images with `?download` (with their own name) or `?download={name}`. A saved file gets an extension
 * of its type: `notes.html` with an image's bytes becomes `notes.html.gif`, and opens as one.
 *
 * @param name the object's path
 */
export function getContentDisposition(url: string, name: string, mimetype: string): string {
  const download = new URL(url).searchParams.get('download');
  const isShown = download === null && mimetype.startsWith('image/');
  const fileName = withExtension(download || (name.split('/').at(-1) ?? name), mimetype);
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isShown ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function withExtension(fileName: string, mimetype: string): string {
  const allowed = extensions[mimetype] ?? ['bin'];
  const extension = /\.([^.]*)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return allowed.includes(extension) ? fileName : `${fileName}.${allowed[0]}`;
}
