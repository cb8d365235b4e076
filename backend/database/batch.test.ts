import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { rowOf } from './batch.ts';

test.each([16_384, 20_000, 32_767, 32_768, 70_000])(
  'a value of %i characters is encoded into memory that can be moved to another thread',
  (length) => {
    const text = 'é'.repeat(length / 2).padEnd(length);
    const { body } = rowOf(['body'], [text]);
    if (!(body instanceof Uint8Array)) throw new Error('The value is not encoded');
    const { port1 } = new MessageChannel();
    port1.postMessage(body, [body.buffer]);
    port1.close();
    expect(body.byteLength).toBe(0);
  },
);

test('a shorter value stays a string', () => {
  expect(rowOf(['body', 'page'], ['x'.repeat(16_383), null])).toEqual({
    body: 'x'.repeat(16_383),
    page: null,
  });
});
