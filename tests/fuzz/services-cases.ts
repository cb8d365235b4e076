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
  words,
} from './request-case.ts';

const method = fc.constantFrom(
  'GET',
  'POST',
  'POST',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
);
const json = { 'content-type': 'application/json' };
const withoutBody = ['GET', 'HEAD', 'OPTIONS'];

const authRoutes: [string, string][] = [
  ['POST', 'token?grant_type=password'],
  ['POST', 'token?grant_type=refresh_token'],
  ['POST', 'token?grant_type=pkce'],
  ['POST', 'recover'],
  ['POST', 'recover?redirect_to=javascript:x'],
  ['POST', 'verify'],
  ['GET', 'verify?token=x&type=recovery&redirect_to=//evil.example'],
  ['GET', 'user'],
  ['PUT', 'user'],
  ['GET', 'settings'],
  ['POST', 'signup'],
  ['GET', 'factors'],
  ['POST', 'factors'],
  ['GET', 'factors/recovery-codes'],
  ['POST', 'factors/recovery-codes'],
  ['POST', 'factors/reset'],
  ['POST', 'factors/x/challenge'],
  ['POST', 'factors/00000000-0000-4000-8000-000000000000/verify'],
  ['DELETE', 'factors/x'],
  ['GET', 'admin/users'],
  ['GET', 'authorize?provider=x'],
  ['POST', 'otp'],
];
const authKeys = words(`
  email password phone refresh_token token token_hash type data code nonce current_password
  code_challenge gotrue_meta_security auth_code factor_type`);

/** Requests to the auth service. Signing out is left out: it would end the sessions that the others need. */
export const authCase: fc.Arbitrary<RequestCase> = fc
  .record({
    caller: caller.map((who) => (who === 'staff' ? ('stranger' as const) : who)),
    route: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...authRoutes) },
      { weight: 1, arbitrary: fc.tuple(method, encoded(hostile)) },
    ),
    query: encoded(hostile),
    body: jsonBody(authKeys),
    version: fc.constantFrom('2024-01-01', '2023-01-01', 'x', ''),
  })
  .map(({ route: [verb, path], query, body, version, ...rest }) => ({
    ...rest,
    method: verb,
    target: sendable(`/auth/v1/${path}${path.includes('?') ? '&' : '?'}x=${query}`),
    headers: { ...json, 'x-supabase-api-version': version },
    ...(withoutBody.includes(verb) ? {} : { body }),
  }));

const folders = [
  '',
  ...words(`
  inspiration projects sheds blog hero thumbnails .. . %2e%2e`),
];
const objectRoutes = words(`
  object object/public object/authenticated object/info object/info/authenticated object/sign
  object/list object/upload/sign object/move object/copy bucket render/image/public
  upload/resumable`);
const storageKeys = words(`
  prefix limit offset search sortBy prefixes expiresIn paths bucketId sourceKey destinationKey
  destinationBucket cacheControl metadata`);
/** One pixel, so that the bytes after it reach the decoder and the encoder. */
const gif = Buffer.from('R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs=', 'base64');
const fileBody = fc.oneof(
  fc
    .tuple(fc.nat(gif.length), fc.uint8Array({ maxLength: 60 }))
    .map(([end, bytes]) => Buffer.concat([gif.subarray(0, end < 15 ? gif.length : end), bytes])),
  fc.uint8Array({ maxLength: 200 }),
  fc
    .uint8Array({ maxLength: 60 })
    .map((bytes) => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), bytes])),
  fc
    .uint8Array({ maxLength: 60 })
    .map((bytes) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), bytes])),
  fc
    .constantFrom('GIF89a/*', '<svg onload=alert(1)>', '<!doctype html><script>alert(1)</script>')
    .map((text) => Buffer.from(text)),
);

/** Requests to storage: names, ranges, tokens, bodies raw, in JSON and in parts. */
export const storageCase: fc.Arbitrary<RequestCase> = fc
  .record({
    caller,
    method,
    route: mostly(objectRoutes, 12),
    bucket: mostly(['images', 'images', 'images', 'none'], 8),
    folder: mostly(folders, 8),
    name: encoded(fc.oneof(hostile, fc.constantFrom('1700000000000-a.jpg', '1-a.png'))),
    query: fc.oneof(
      fc.constant(''),
      encoded(hostile).map((text) => `?download=${text}`),
      encoded(hostile).map((text) => `?token=${text}`),
    ),
    headers: fc.dictionary(
      fc.constantFrom(
        'content-type',
        'x-upsert',
        'cache-control',
        'x-metadata',
        'range',
        'if-none-match',
        'if-range',
        'if-modified-since',
      ),
      mostly([
        'image/png',
        'text/html',
        'true',
        'max-age=1',
        'bytes=0-',
        'bytes=5-2',
        'bytes=-1',
        '*',
        'e30=',
      ]).map(headerValue),
      { maxKeys: 3 },
    ),
    kind: fc.nat(3),
    json: jsonBody(storageKeys),
    form: multipart(['cacheControl', 'metadata', 'file', '']),
    file: fileBody,
  })
  .map(
    ({
      caller: who,
      method: verb,
      route,
      bucket,
      folder,
      name,
      query,
      headers,
      kind,
      form,
      file,
      ...rest
    }) => {
      const target = sendable(`/storage/v1/${route}/${bucket}/${folder}/${name}${query}`);
      const one = { caller: who, method: verb, target };
      if (withoutBody.includes(verb)) return { ...one, headers };
      if (kind === 0) return { ...one, headers: { ...headers, ...json }, body: rest.json };
      if (kind === 1)
        return { ...one, headers: { ...headers, 'content-type': form.type }, body: form.body };
      return {
        ...one,
        headers: { 'content-type': 'image/png', ...headers },
        body: new Uint8Array(file),
      };
    },
  );

/** Requests to the functions. */
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
