import { describe, expect, test } from 'vitest';
import { readPlainGet } from './plain-get.ts';

const read = (text: string) => readPlainGet(Buffer.from(text, 'latin1'));
const get = (fields: string, target = '/sheds?size=8x8') =>
  read(`GET ${target} HTTP/1.1\r\nHost: example.com\r\n${fields}\r\n`);

test('reads what a browser sends', () => {
  const fields =
    'Connection: keep-alive\r\nsec-ch-ua: "Chromium";v="142"\r\nUser-Agent: Mozilla/5.0 (X11)\r\n' +
    'Accept: text/html,*/*;q=0.8\r\nACCEPT-encoding:gzip, br\r\nCookie: a=1; b=\xe9\r\nX-Empty:\r\n';
  expect(get(fields)).toEqual({ target: '/sheds?size=8x8', acceptEncoding: 'gzip, br' });
  expect(get('')).toEqual({ target: '/sheds?size=8x8', acceptEncoding: undefined });
});

describe("leaves to Node's parser", () => {
  test.each([
    ['nothing', ''],
    ['a piece of a request', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['a request and the next one', 'GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\n'],
    ['a request and a body', 'GET / HTTP/1.1\r\nHost: x\r\n\r\nbody'],
    ['an empty line before it', '\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['lines ended by LF', 'GET / HTTP/1.1\nHost: x\n\n'],
    ['one line ended by LF', 'GET / HTTP/1.1\r\nHost: x\nA: b\r\n\r\n'],
    ['one line ended by CR', 'GET / HTTP/1.1\r\nHost: x\rA: b\r\n\r\n'],
    ['HTTP/1.0', 'GET / HTTP/1.0\r\nHost: x\r\n\r\n'],
    ['another method', 'HEAD / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a method in small letters', 'get / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two spaces', 'GET  / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a tab', 'GET\t/ HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a whole address', 'GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no Host', 'GET / HTTP/1.1\r\nA: b\r\n\r\n'],
    ['no fields', 'GET / HTTP/1.1\r\n\r\n'],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n'],
  ])('%s', (_what, text) => expect(read(text)).toBeUndefined());

  test.each([
    'Content-Length: 0',
    'content-length : 4',
    'Transfer-Encoding: chunked',
    'TRANSFER-ENCODING: identity',
    'Transfer-Encoding : chunked',
    ' Transfer-Encoding: chunked',
    'A: b\r\n Transfer-Encoding: chunked',
    'A: b\r\n\tfolded',
    'A: b\x00c',
    'A: b\x7fc',
    'A(b): c',
    ': c',
    'no colon',
    'Expect: 100-continue',
    'Upgrade: websocket',
    'Connection: close',
    'Connection: keep-alive, Upgrade',
    'Connection: keep-alive\r\nConnection: close',
    'Range: bytes=0-3',
    'If-None-Match: "a"',
    'If-Modified-Since: Sat, 01 Jan 2000 00:00:00 GMT',
    'Accept-Encoding: br\r\nAccept-Encoding: gzip',
    `X-Long: ${'a'.repeat(9000)}`,
  ])('%j', (line) => expect(get(`${line}\r\n`)).toBeUndefined());

  test('a target with a space or a letter beyond ASCII', () => {
    expect(get('', '/a b')).toBeUndefined();
    expect(get('', '/\xe9')).toBeUndefined();
  });
});

test('a head made to be slow is read in no time', () => {
  const started = performance.now();
  for (let n = 0; n < 1000; n += 1) get(`${'a:'.repeat(3900)}\x00`);
  expect(performance.now() - started).toBeLessThan(15_000);
});
