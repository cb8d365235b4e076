import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { EncryptJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { freePort } from '#tests/support/free-port.ts';
import { createLocalRoute, type LocalCommand, sendLocalCommand } from './local-command.ts';

type Input = { name: string };
const command: LocalCommand<Input> = {
  path: '/hooks/greet',
  input: z.object({ name: z.string() }),
  noun: 'greeting',
};
const keys = { commandKey: randomBytes(32) };
const here = { remoteAddress: '127.0.0.1', localAddress: '127.0.0.1' };
let names: string[];
let bodies: string[];
const isRange = (error: unknown): error is Error => error instanceof RangeError;
const { path, handle } = createLocalRoute(
  command,
  keys,
  async ({ name }) => {
    names.push(name);
    if (name === 'nobody') throw new RangeError('There is no account nobody.');
    if (name === 'crash') throw new TypeError('Not for the operator');
    return `Hello, ${name}`;
  },
  isRange,
);
const app = new Hono<{ Bindings: HttpBindings }>().post(path, async (context) => {
  bodies.push(await context.req.raw.clone().text());
  const response = await handle(context.req.raw, context.env.incoming.socket);
  bodies.push(await response.clone().text());
  return response;
});
app.onError((_error, context) => context.text('Failed', 500));
const server = createAdaptorServer(app);
let url: string;

beforeAll(async () => {
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${port}`;
});
beforeEach(() => {
  names = [];
  bodies = [];
});
afterAll(() => server.close());

const send = (name: string) => sendLocalCommand(url, command, keys, { name });

/** What `sendLocalCommand` posts. */
const encrypt = (audience: string, expiresAt = '1 minute') =>
  new EncryptJWT({ name: 'ann' })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience(audience)
    .setExpirationTime(expiresAt)
    .encrypt(keys.commandKey);

const post = (body: string, headers: Record<string, string> = {}) =>
  new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { 'Content-Length': String(body.length), ...headers },
    body,
  });

test('sendLocalCommand returns the report, and neither it nor the input is readable on the way', async () => {
  expect(await send('correct horse')).toBe('Hello, correct horse');
  expect(bodies).toHaveLength(2);
  const texts = bodies
    .flatMap((body) => body.split('.'))
    .map((part) => Buffer.from(part, 'base64url').toString());
  expect(texts.filter((text) => text.includes('horse'))).toEqual([]);
});

test('sendLocalCommand throws expected errors as they are, and names the log for others', async () => {
  await expect(send('nobody')).rejects.toThrow('There is no account nobody.');
  await expect(send('crash')).rejects.toThrow("The greeting failed; the site's log says why.");
  await expect(send('x'.repeat(1024 * 1024))).rejects.toThrow('The input is too long.');
});

test('sendLocalCommand returns undefined unless a site with these keys listens', async () => {
  const others = { commandKey: randomBytes(32) };
  expect(await sendLocalCommand(url, command, others, { name: 'ann' })).toBeUndefined();
  const unusedUrl = `http://127.0.0.1:${await freePort()}`;
  expect(await sendLocalCommand(unusedUrl, command, keys, { name: 'ann' })).toBeUndefined();
  const port = await freePort();
  const program = createServer((_request, response) => response.end('{"report":"Done."}'));
  await new Promise<void>((resolve) => program.listen(port, '127.0.0.1', resolve));
  const programUrl = `http://127.0.0.1:${port}`;
  expect(await sendLocalCommand(programUrl, command, keys, { name: 'ann' })).toBeUndefined();
  program.close();
  expect(names).toEqual([]);
});

test.each([
  ['without a token', async () => ''],
  ['with a token for another command', () => encrypt('/hooks/other')],
  ['with the answer to a command', () => encrypt(`answer of ${path}`)],
  ['with an expired token', () => encrypt(path, '1 minute ago')],
])('a local command %s answers 401', async (_what, createBody) => {
  expect((await handle(post(await createBody()), here)).status).toBe(401);
  expect(names).toEqual([]);
});

const lan = '192.168.1.10';
test.each([
  [200, 'from the loopback', here, {}],
  [200, 'from ::1', { remoteAddress: '::1', localAddress: '::1' }, {}],
  [200, 'from the address that it reached', { remoteAddress: lan, localAddress: lan }, {}],
  [403, 'from another machine', { remoteAddress: '192.168.1.20', localAddress: lan }, {}],
  [403, 'through a proxy', here, { 'X-Forwarded-For': '192.0.2.1' }],
  [403, 'through a proxy that names itself', here, { Via: '1.1 proxy' }],
  [403, 'that pretends to be from the loopback', { remoteAddress: lan }, { Forwarded: 'for=::1' }],
])('a local command gets %i %s', async (status, _from, peer, headers) => {
  const response = await handle(post(await encrypt(path), headers), {
    localAddress: undefined,
    ...peer,
  });
  expect(response.status).toBe(status);
  expect(names).toHaveLength(status === 200 ? 1 : 0);
});
