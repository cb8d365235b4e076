import fc from 'fast-check';
import {
  caller,
  encoded,
  headerValue,
  hostile,
  jsonBody,
  mostly,
  multipart,
  type RequestCase,
  sendable,
  vocabulary,
} from './request-case.ts';

const methods = ['GET', 'POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const method = fc.constantFrom(...methods);
const json = { 'content-type': 'application/json' };
const withoutBody = ['GET', 'HEAD', 'OPTIONS'];

const authRoutes = vocabulary.auth.routes as [method: string, path: string][];

/** Requests to the auth service. Signing out is left out: it would end the sessions that the others need. */
export const authCase: fc.Arbitrary<RequestCase> = fc
  .record({
    caller: caller.map((who) => (who === 'staff' ? ('stranger' as const) : who)),
    route: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...authRoutes) },
      { weight: 1, arbitrary: fc.tuple(method, encoded(hostile)) },
    ),
    query: encoded(hostile),
    body: jsonBody(vocabulary.auth.keys),
    version: fc.constantFrom('2024-01-01', '2023-01-01', 'x', ''),
  })
  .map(({ route: [verb, path], query, body, version, ...rest }) => ({
    ...rest,
    method: verb,
    target: sendable(`/auth/v1/${path}${path.includes('?') ? '&' : '?'}x=${query}`),
    headers: { ...json, 'x-supabase-api-version': version },
    ...(withoutBody.includes(verb) ? {} : { body }),
  }));

/** One pixel, so that the bytes after it reach the decoder and the encoder. */
const gif = Buffer.from('R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs=', 'base64');
const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
const beginning = (start: Buffer) => bytes(60).map((rest) => Buffer.concat([start, rest]));
const fileBody = fc.oneof(
  fc
    .tuple(fc.nat(gif.length), bytes(60))
    .map(([end, rest]) => Buffer.concat([gif.subarray(0, end < 15 ? gif.length : end), rest])),
  bytes(200),
  beginning(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  beginning(Buffer.from([0xff, 0xd8, 0xff, 0xe0])),
  fc
    .constantFrom('GIF89a/*', '<svg onload=alert(1)>', '<!doctype html><script>alert(1)</script>')
    .map((text) => Buffer.from(text)),
);

/** Requests to storage: names, ranges, tokens, bodies raw, in JSON and in parts. */
export const storageCase: fc.Arbitrary<RequestCase> = fc
  .record({
    caller,
    method,
    route: mostly(vocabulary.storage.routes, 12),
    bucket: mostly(['images', 'images', 'images', 'none'], 8),
    folder: mostly(vocabulary.storage.folders, 8),
    name: encoded(fc.oneof(hostile, fc.constantFrom('1700000000000-a.jpg', '1-a.png'))),
    query: fc.oneof(
      fc.constant(''),
      encoded(hostile).map((text) => `?download=${text}`),
      encoded(hostile).map((text) => `?token=${text}`),
    ),
    headers: fc.dictionary(
      fc.constantFrom(...vocabulary.storage.headers),
      mostly(vocabulary.storage.headerValues).map(headerValue),
      { maxKeys: 3 },
    ),
    kind: fc.nat(3),
    json: jsonBody(vocabulary.storage.keys),
    form: multipart(['cacheControl', 'metadata', 'file', '']),
    file: fileBody,
  })
  .map(({ route, bucket, folder, name, query, headers, kind, form, file, ...rest }) => {
    const target = sendable(`/storage/v1/${route}/${bucket}/${folder}/${name}${query}`);
    const one = { caller: rest.caller, method: rest.method, target };
    if (withoutBody.includes(rest.method)) return { ...one, headers };
    if (kind === 0) return { ...one, headers: { ...headers, ...json }, body: rest.json };
    if (kind === 1)
      return { ...one, headers: { ...headers, 'content-type': form.type }, body: form.body };
    const type = { 'content-type': 'image/png', ...headers };
    return { ...one, headers: type, body: new Uint8Array(file) };
  });

export const functionsCase: fc.Arbitrary<RequestCase> = fc
  .record({
    caller,
    method,
    name: mostly(['send-email', 'send-email', 'send-email', 'none'], 9).map((text) =>
      encodeURIComponent(text.toWellFormed()),
    ),
    subpath: fc.constantFrom('', '', '', '/status'),
    type: mostly(['application/json', 'text/plain', 'multipart/form-data']).map(headerValue),
    fields: jsonBody(['name', 'email', 'message', 'customer_name', 'description', 'subject', 'id']),
    kind: mostly(['contact', 'quote', '__proto__']),
    whole: fc.boolean(),
  })
  .map(({ name, subpath, type, fields, kind, whole, ...rest }) => ({
    ...rest,
    target: sendable(`/functions/v1/${name}${subpath}`),
    headers: { 'content-type': type },
    ...(withoutBody.includes(rest.method)
      ? {}
      : { body: whole ? `{"formData":${fields},"emailType":${JSON.stringify(kind)}}` : fields }),
  }));
