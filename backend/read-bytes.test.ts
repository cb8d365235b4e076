import { expect, test } from 'vitest';
import { BodyCutOff, BodyTooLarge, readBytes } from './read-bytes.ts';

const post = (body?: BodyInit, headers = {}) =>
  new Request('http://localhost/', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit);

test('reads a body up to its limit', async () => {
  expect(String(await readBytes(post('héllo'), 6))).toBe('héllo');
  expect(await readBytes(post(), 6)).toHaveLength(0);
});

test('stops at the limit, announced or not', async () => {
  await expect(readBytes(post('1234567'), 6)).rejects.toThrow(BodyTooLarge);
  await expect(readBytes(post('1', { 'content-length': '7' }), 6)).rejects.toThrow(BodyTooLarge);
});

test('tells a body that broke off from any other fault', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(2));
    },
    pull(controller) {
      controller.error(new Error('aborted'));
    },
  });
  await expect(readBytes(post(broken), 6)).rejects.toThrow(BodyCutOff);
});
