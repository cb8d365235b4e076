import { expect, test } from 'vitest';
import { acceptedEmails } from '#tests/fixtures/emails.ts';
import { createLogger, createThrottledLog } from './logger.ts';

function written(write: (logger: ReturnType<typeof createLogger>) => void) {
  const lines: string[] = [];
  write(createLogger('trace', { write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

const refused = Object.assign(new Error('duplicate key'), {
  code: '23505',
  detail: 'Key (email)=(ada@example.com) already exists.',
  params: ['Ada Fox', '705-555-0100'],
  query: "insert into quote_requests values ('Ada Fox')",
});

test.each(['error', 'err'])('an error as %s is logged without values of a row', (name) => {
  const [line] = written((logger) => logger.error({ [name]: refused }, 'It failed'));
  expect(line).toMatchObject({
    msg: 'It failed',
    [name]: { type: 'Error', message: 'duplicate key', code: '23505' },
  });
  expect(line[name].stack).toContain('logger.test.ts');
  expect(JSON.stringify(line)).not.toMatch(/ada@example|Ada Fox|705-555/);
});

test('the cause of an error is logged without values', () => {
  const error = new Error('outer', { cause: refused });
  const [line] = written((logger) => logger.error({ error }, 'It failed'));
  expect(line.error.message).toBe('outer: duplicate key');
  expect(JSON.stringify(line)).not.toContain('Ada Fox');
});

test('email addresses are removed from lines', () => {
  const error = new Error('550 no mailbox <ada.fox+news@mail.example.com>');
  const lines = written((logger) => {
    logger.error({ error, detail: 'to ada@example.com' }, 'No mail for ada@example.com');
  });
  expect(JSON.stringify(lines)).not.toContain('example.com');
});

test.each([...acceptedEmails, 'josé@example.ca', 'ann%40example.com', 'ann%40%E4%BE%8B.ca'])(
  'nothing remains of %s in a line',
  (email) => {
    const toText = (address: string) =>
      `To ${address}\n${address}\n<${address}>, "${address}" C:\\${address} \u0001${address}`;
    const [line] = written((log) => {
      log.info({ text: toText(email), error: new Error(toText(email)) }, toText(email));
    });
    for (const text of [line.msg, line.text, line.error.message]) {
      expect(text).toBe(toText('…@…'));
    }
  },
);

test('names of packages remain', () => {
  const text = "file:///srv/node_modules/@supabase/auth-js/index.js: no '@supabase/ssr'";
  expect(written((logger) => logger.info(text))[0].msg).toBe(text);
});

test('a line with a word of 1 MB is redacted in linear time', () => {
  const word = 'x'.repeat(1_000_000);
  const [line] = written((logger) => logger.info({ word }, 'From ada@example.com'));
  expect(line).toMatchObject({ word, msg: 'From …@…' });
});

test('tokens of quotes are removed from paths', () => {
  const token = '0123456789abcdef'.repeat(3).slice(0, 40);
  for (const path of [
    `/quotes/${token}`,
    `/quotes/${token}/viewed`,
    `/quotes/${token}/details`,
    `/quotes/${token}/agreement.pdf`,
    `/quotes/${token}.data`,
    `/quotes/${token.replace('a', '%61')}`,
    `/next=%2Fquotes%2F${token}`,
  ]) {
    const error = new Error(`No response for https://sheds.example${path}`);
    const lines = written((logger) => logger.error({ path, error }, `Failed: ${path}`));
    expect(JSON.stringify(lines)).not.toContain(token.slice(12));
    expect(lines[0].path).toMatch(/quotes(\/|%2F)…/);
  }
});

test('keys of drafts are removed from paths', () => {
  const path = `/pages/preview/20000000-0000-4000-8000-000000000001.1795900000.${'a'.repeat(40)}`;
  const [line] = written((logger) => logger.error({ path }, `Failed: ${path}?a=1`));
  expect(line).toMatchObject({ path: '/pages/preview/…', msg: 'Failed: /pages/preview/…?a=1' });
});

test("names of visitors' files are removed from paths", () => {
  const path = '/storage/v1/object/images/inspiration/1767225600000-ada-fox.jpg';
  const [line] = written((logger) => logger.error({ path }, 'It failed'));
  expect(line.path).toBe('/storage/v1/object/images/inspiration/1767225600000-…');
});

test('equal errors are logged once a minute, with how many were omitted; others at once', () => {
  const lines: unknown[] = [];
  let now = 1000;
  const record = (details: object, message: string) =>
    lines.push([message, 'omitted' in details ? details.omitted : 0]);
  const log = createThrottledLog({ error: record }, { now: () => now });
  const limited = () => ({ err: new Error('Too many requests') });
  for (let n = 0; n < 5; n += 1) log.error(limited(), 'A part could not be read');
  log.error({ err: new Error('No such column') }, 'A part could not be read');
  log.error(limited(), 'The settings could not be read');
  now += 60_000;
  log.error(limited(), 'A part could not be read');
  expect(lines).toEqual([
    ['A part could not be read', 0],
    ['A part could not be read', 0],
    ['The settings could not be read', 0],
    ['A part could not be read', 4],
  ]);
});
