import { expect, test } from 'vitest';
import { isFull } from '#tests/support/count-runs.ts';
import { BodyCutOff, BodyTooLarge, readBytes } from './request-body.ts';

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

test('rejects an incomplete body with BodyCutOff', async () => {
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

test.runIf(isFull)(
  'reads a body in many small chunks without retaining the buffers they are part of',
  async () => {
    const count = 5_000;
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        // As of a socket: a few bytes of a large buffer.
        controller.enqueue(Buffer.alloc(64 * 1024, sent % 256).subarray(0, 64));
        sent += 1;
        if (sent === count) controller.close();
      },
    });
    const before = process.memoryUsage().arrayBuffers;
    const bytes = await readBytes(post(body), 10_000_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 * 1024 * 1024);
    expect(bytes).toHaveLength(count * 64);
    expect(bytes[64 * 1500]).toBe(1500 % 256);
    expect(bytes.at(-1)).toBe((count - 1) % 256);
  },
);
