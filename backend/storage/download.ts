import { readRange } from './byte-range.ts';
import { isNotModified, isRangeCurrent } from './conditions.ts';
import { dispositionOf } from './disposition.ts';
import { FileMissing, type FileStore } from './files.ts';
import type { ObjectRow } from './objects.ts';
import { objectNotFound } from './refusal.ts';

/** Who may keep a copy: everyone on the way, or the client alone. */
export type Audience = 'public' | 'private';

/** A file is only ever a file: no script, no frame, no form, no other origin's resources. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * Answers with an object's file: whole, a range (206, 416), or nothing new (304).
 *
 * @param find looks the object's row up; called again where its file was replaced meanwhile
 * @throws Refusal 404
 */
export async function sendObject(
  files: FileStore,
  request: Request,
  audience: Audience,
  find: () => Promise<ObjectRow | undefined>,
): Promise<Response> {
  let missing: FileMissing | undefined;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const object = await find();
    if (!object) throw objectNotFound();
    try {
      return await send(files, request, audience, object);
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      missing = error;
    }
  }
  throw missing;
}

async function send(files: FileStore, request: Request, audience: Audience, object: ObjectRow) {
  const { size, eTag, mimetype, cacheControl } = object.metadata;
  const validators = { eTag, lastModified: new Date(object.metadata.lastModified) };
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': `${audience}, ${cacheControl}`,
    'Content-Security-Policy': contentSecurityPolicy,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: eTag,
    'Last-Modified': validators.lastModified.toUTCString(),
    'X-Content-Type-Options': 'nosniff',
  });
  if (isNotModified(request.headers, validators))
    return new Response(null, { status: 304, headers });

  const asked = isRangeCurrent(request.headers, validators) ? request.headers.get('range') : null;
  const range = readRange(asked, size);
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const part = range === 'whole' ? undefined : range;
  headers.set('Content-Disposition', dispositionOf(request, object.name, mimetype));
  headers.set('Content-Type', mimetype === 'text/plain' ? 'text/plain; charset=utf-8' : mimetype);
  headers.set('Content-Length', String(part ? part.end - part.start + 1 : size));
  if (part) headers.set('Content-Range', `bytes ${part.start}-${part.end}/${size}`);
  const body = request.method === 'HEAD' ? null : await files.read(object.version, part);
  return new Response(body, { status: part ? 206 : 200, headers });
}
