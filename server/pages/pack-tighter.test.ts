import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timeoutMs } from '#tests/support/timeouts.ts';
import { type Answer, prepareAnswer } from './answer.ts';
import { createPacking, packTighter } from './pack-tighter.ts';

const text = Array.from({ length: 300 }, (_, n) => `<li class="shed">Shed ${n * n}</li>`).join('');
const headers = new Headers({ 'Content-Type': 'text/html' });
const pageOf = (quality: number) => prepareAnswer(200, headers, Buffer.from(text), quality);
const sizeOf = ({ br }: Answer) => br?.body.length ?? 0;
const lengthSaid = ({ br }: Answer) => br?.headers[br.headers.indexOf('Content-Length') + 1];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('makes the brotli variant smaller and leaves everything else', async () => {
  const answer = await pageOf(1);
  const { br, gzip, identity } = answer;
  const before = sizeOf(answer);
  await packTighter(answer);
  expect(sizeOf(answer)).toBeLessThan(before);
  expect(lengthSaid(answer)).toBe(String(sizeOf(answer)));
  expect(brotliDecompressSync(answer.br?.body ?? '').toString()).toBe(text);
  expect(answer.br?.etag).toBe(br?.etag);
  expect(answer.gzip).toBe(gzip);
  expect(answer.identity).toBe(identity);
});

test('leaves what can not be smaller, and what is sent as it is', async () => {
  const tight = await pageOf(11);
  const { br } = tight;
  await packTighter(tight);
  expect(tight.br).toBe(br);
  const small = await prepareAnswer(200, headers, Buffer.from('<p>Hi</p>'), 1);
  await packTighter(small);
  expect(small.br).toBeUndefined();
});

test('packs what is still sent after a while', async () => {
  const pack = createPacking((error) => expect.fail(String(error)));
  const [kept, dropped] = [await pageOf(1), await pageOf(1)];
  const before = sizeOf(kept);
  pack(kept, () => true);
  pack(dropped, () => false);
  await sleep(0);
  expect(sizeOf(kept)).toBe(before);
  vi.advanceTimersByTime(3000);
  await vi.waitFor(() => expect(sizeOf(kept)).toBeLessThan(before), timeoutMs);
  expect(sizeOf(dropped)).toBe(before);
});

test('lets no more than fifty wait, and goes on after a failure', async () => {
  const failures: unknown[] = [];
  const pack = createPacking((error) => failures.push(error));
  const answer = await pageOf(1);
  let asked = 0;
  const failing = () => {
    asked += 1;
    throw new Error('no more');
  };
  for (let n = 0; n < 60; n += 1) pack(answer, failing);
  vi.advanceTimersByTime(3000);
  await vi.waitFor(() => expect(failures).toHaveLength(50), timeoutMs);
  expect(asked).toBe(50);
  const before = sizeOf(answer);
  pack(answer, () => true);
  vi.advanceTimersByTime(3000);
  await vi.waitFor(() => expect(sizeOf(answer)).toBeLessThan(before), timeoutMs);
});
