import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { answerOf } from './answer.ts';
import { createPageData } from './page-data.ts';

const page = answerOf(200, new Headers(), { identity: Buffer.from('<p>Sheds</p>') });
const rendered = (token: string, sheds = 'two sheds') => ({
  text: `import("/assets/entry.js"); // ${token} ${sheds} ${'and more '.repeat(100)}`,
  changing: token,
});

test('keeps what a page wakes with at an address that its content names', async () => {
  const data = createPageData(() => undefined);
  const { address } = await data.keep('/sheds?page=2', rendered('token1'));
  expect(address).toMatch(/^\/page-data\/[\w-]{22}\.js\?page=%2Fsheds%3Fpage%3D2$/);
  expect((await data.keep('/sheds?page=2', rendered('token2'))).address).toBe(address);
  const other = await data.keep('/sheds?page=2', rendered('token1', 'a shed'));
  expect(other.address).not.toBe(address);
  const answer = await data.answerTo(address);
  expect(answer?.status).toBe(200);
  expect(answer?.identity.headers).toEqual(
    expect.arrayContaining(['text/javascript; charset=utf-8', 'nosniff']),
  );
  expect(brotliDecompressSync(answer?.br?.body ?? '').toString()).toBe(rendered('token2').text);
});

test('renders the page again where its data is forgotten', async () => {
  const { address } = await createPageData(() => undefined).keep('/sheds', rendered('token1'));
  const asked: string[] = [];
  const other = createPageData(async (target) => {
    asked.push(target);
    await other.keep(target, rendered('token2'));
    return page;
  });
  const answer = await other.answerTo(address);
  expect(answer?.identity.body.toString()).toBe(rendered('token2').text);
  expect(asked).toEqual(['/sheds']);
  await other.answerTo(address);
  expect(asked).toEqual(['/sheds']);
});

test('has nothing for a page that shows something else by now, and keeps no answer of it', async () => {
  const { address } = await createPageData(() => undefined).keep('/sheds', rendered('token'));
  const other = createPageData(async (target) => {
    await other.keep(target, rendered('token', 'a shed'));
    return page;
  });
  const answer = await other.answerTo(address);
  expect(answer?.status).toBe(404);
  expect(answer?.identity.headers).toContain('no-store');
});

test('keeps what a kept page wakes with, however many others are rendered', async () => {
  const data = createPageData(() => page);
  const kept = await data.keep('/sheds', rendered('token'));
  data.bind(page, kept);
  const large = 'x'.repeat(2_000_000);
  for (let index = 0; index < 10; index += 1) {
    await data.keep('/blog', { text: `${index} ${large}`, changing: '' });
  }
  expect(await data.answerTo(kept.address)).toBe(kept.answer);
});

test.each([
  '/sheds',
  '/page-data/',
  '/page-data/short.js?page=%2F',
  `/page-data/${'a'.repeat(22)}.js`,
  `/page-data/${'a'.repeat(22)}.js?page=`,
  `/page-data/${'a'.repeat(22)}.js?page=%2F&more=1`,
])('does not answer for %s', (target) => {
  expect(createPageData(() => page).answerTo(target)).toBeUndefined();
});

test('takes an address that can not be read for none', async () => {
  const asked: string[] = [];
  const data = createPageData((target) => {
    asked.push(target);
    return undefined;
  });
  const answer = await data.answerTo(`/page-data/${'a'.repeat(22)}.js?page=%E0%A4%A`);
  expect(answer?.status).toBe(404);
  expect(asked).toEqual(['']);
});
