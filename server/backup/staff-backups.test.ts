import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { confirmAsStaff } from '#backend/auth/confirmed-change.ts';
import { createTestAccounts, generateCode, password } from '#backend/auth/testing/auth-accounts.ts';
import { siteUrl, type TestService } from '#backend/auth/testing/auth-service.ts';
import { countInDatabase } from '#backend/limits.ts';
import { readMigrationSets } from '#server/open-database.ts';
import { decrypt } from './age.ts';
import type { Comparison } from './compare-backup.ts';
import { createBackup } from './create-backup.ts';
import { createStaffBackups, type StaffRoute } from './staff-backups.ts';

const file = 'ridgeline-backup-20261128T033000Z-daily.tar.gz';
const bytes = gzipSync(randomBytes(300_000));
/** Tests that take long on a busy machine send whole bodies at once. */
const bodyTimeoutMs = 1000;
const directory = mkdtempSync(join(tmpdir(), 'ridgeline-staff-backups-'));
writeFileSync(join(directory, file), bytes);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let service: TestService;
let email: string;
const { signIn, signInWithFactor } = createTestAccounts((...given) => {
  [service, email] = given;
});
let routes: StaffRoute[];
/** Called by each restore, which waits for it. */
let onRestore = async () => {};
/** Called after each confirmation, which waits for it. */
let onConfirmed = async () => {};
beforeEach(async () => {
  const { auth, database, keys } = service;
  routes = createStaffBackups({
    ...{ directory, keys, countHit: countInDatabase(database) },
    source: { database, files: undefined, sets: await readMigrationSets(), version: '1.2.3' },
    restore: async (path, { email: actor }) => {
      await onRestore();
      return { before: `${path} by ${actor}`, erasures: 0 };
    },
    refuseOthers: async (authorization) =>
      authorization ? undefined : new Response(null, { status: 401 }),
    confirmAsStaff: async (request, _ip, schema, counter) => {
      const confirmed = await confirmAsStaff(auth, request, schema, counter);
      await onConfirmed();
      return confirmed;
    },
    bodyTimeoutMs,
  });
});

async function send(path: string, init: RequestInit = {}, sentPath = path): Promise<Response> {
  const { method = 'GET' } = init;
  const route = routes.find(
    (found) => found.method === method && found.path === `/hooks/staff-backups${path}`,
  );
  if (!route) throw new Error(`No route ${path}`);
  const url = `${siteUrl}/hooks/staff-backups${sentPath}`;
  return route.handle(new Request(url, init), '192.0.2.1');
}
async function requestTicket(token: string | undefined, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return send('/tickets', { method: 'POST', headers, body: JSON.stringify(body) });
}
async function getTicket(): Promise<string> {
  const { token } = await signIn();
  const response = await requestTicket(token, { file, current_password: password });
  expect(response.headers.get('cache-control')).toBe('no-store');
  return ((await response.json()) as { ticket: string }).ticket;
}
const download = (ticket: string, passphrase = '') =>
  send('/download', { method: 'POST', body: new URLSearchParams({ ticket, passphrase }) });
async function listDownloads() {
  const { rows } = await sql<{ sentence: string }>`
    select concat_ws(' ', actor_email, table_name, record_name, action, changes) as sentence
    from public.audit_entries where table_name = 'backups' and actor_email = ${email} order by id`.execute(
    service.database.owner,
  );
  return rows.map(({ sentence }) => sentence);
}

test('staff list the backups, and others are refused', async () => {
  const listed = await send('', { headers: { authorization: 'Bearer staff' } });
  expect(listed.headers.get('cache-control')).toBe('no-store');
  expect(await listed.json()).toEqual({
    backups: [{ file, kind: 'daily', createdAt: '2026-11-28T03:30:00Z', size: bytes.byteLength }],
  });
  expect((await send('')).status).toBe(401);
});

test('a ticket downloads a backup once, and the audit log names who did', async () => {
  const ticket = await getTicket();
  expect(await listDownloads()).toEqual([]);
  const response = await download(ticket);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="${file}"`,
    'content-length': String(bytes.byteLength),
  });
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  expect(await listDownloads()).toEqual([
    `${email} backups ${file} update {"encrypted": [null, false]}`,
  ]);
  expect((await download(ticket)).status).toBe(403);
});

test('a ticket is useless once its session has ended or its account is no longer staff', async () => {
  const [first, second] = [await getTicket(), await getTicket()];
  const run = (query: string) => sql.raw(query).execute(service.database.owner);
  const account = `(select id from auth.users where email = '${email}')`;
  await run(`delete from public.staff where user_id = ${account}`);
  expect((await download(first)).status).toBe(403);
  await run(`insert into public.staff (user_id) values (${account})`);
  expect((await download(first)).status).toBe(200);
  await run(`delete from auth.sessions where user_id = ${account}`);
  expect((await download(second)).status).toBe(403);
});

test('a large body gets 413', async () => {
  const headers = { 'content-type': 'application/json' };
  const body = 'x'.repeat(16 * 1024 + 1);
  for (const path of ['/tickets', '/restore', '/download']) {
    expect((await send(path, { method: 'POST', headers, body })).status).toBe(413);
  }
});

test('a passphrase encrypts a download', async () => {
  const response = await download(await getTicket(), 'long enough for it');
  expect(response.headers.get('content-disposition')).toContain(`${file}.age`);
  const encrypted = Buffer.from(await response.arrayBuffer());
  expect(String(encrypted.byteLength)).toBe(response.headers.get('content-length'));
  const content = (async function* () {
    yield encrypted;
  })();
  const plain = Buffer.concat(await Array.fromAsync(decrypt(content, 'long enough for it')));
  expect(plain.equals(bytes)).toBe(true);
  expect(await listDownloads()).toEqual([
    `${email} backups ${file} update {"encrypted": [null, true]}`,
  ]);
  expect((await download(await getTicket(), 'short')).status).toBe(400);
});

test('a broken connection leaves neither an open file nor a temporary one', async () => {
  const openFiles = () => readdirSync('/proc/self/fd').length;
  const before = openFiles();
  for (const passphrase of ['', 'long enough for it']) {
    const response = await download(await getTicket(), passphrase);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
  }
  await expect.poll(openFiles).toBeLessThanOrEqual(before);
  expect(readdirSync(directory)).toEqual([file]);
});

test('a ticket needs the own password, and the code if two-step sign-in is on', async () => {
  const { client, secret } = await signInWithFactor();
  const { data } = await client.auth.getSession();
  const token = data.session?.access_token;
  const code = async (body: object) => {
    const answer = await (await requestTicket(token, { file, ...body })).json();
    return (answer as { code?: string }).code;
  };
  expect(await code({ current_password: 'another' })).toBe('current_password_invalid');
  expect(await code({ current_password: password })).toBe('mfa_verification_failed');
  const right = { current_password: password, code: generateCode(secret, 1) };
  expect(await code(right)).toBeUndefined();
  // The session of the first step alone.
  const { token: first } = await signIn();
  const refused = await requestTicket(first, { file, ...right });
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    403,
    'insufficient_aal',
  ]);
});

test('a person who is not staff any more gets no ticket', async () => {
  const { token } = await signIn();
  await sql`delete from public.staff where user_id = (select id from auth.users where email = ${email})`.execute(
    service.database.owner,
  );
  const response = await requestTicket(token, { file, current_password: password });
  expect([response.status, await response.json()]).toEqual([
    403,
    expect.objectContaining({ code: 'user_not_found' }),
  ]);
});

test.each(['../secret', 'ridgeline-backup-20261127T033000Z.tar.gz', 'notes.txt'])(
  'a ticket for %s is refused with 404',
  async (name) => {
    const { token } = await signIn();
    const response = await requestTicket(token, { file: name, current_password: password });
    expect(response.status).toBe(404);
  },
);

test.each(['', 'not a token'])(
  'a download with the ticket %j is refused with 403',
  async (ticket) => {
    expect((await download(ticket)).status).toBe(403);
  },
);

test('an account gets at most ten tickets an hour', async () => {
  const { token } = await signIn();
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) {
    statuses.push((await requestTicket(token, { file, current_password: password })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

async function makeBackup() {
  const source = {
    ...{ database: service.database, files: undefined, version: '1.2.3' },
    sets: await readMigrationSets(),
  };
  const { path } = await createBackup(source, directory, { label: '-staff' });
  return { path, name: path.slice(directory.length + 1) };
}
const compare = (name: string) =>
  send('/:file', { headers: { authorization: 'Bearer staff' } }, `/${name}`);

test('a comparison has the rows and newest changes of both sides', async () => {
  const { path, name } = await makeBackup();
  await sql`insert into public.reviews (customer_name, review_text, rating, created_at)
    values ('Ann', 'A good shed, built in a day.', 5, '2030-01-02T03:04:05Z')`.execute(
    service.database.owner,
  );
  const response = await compare(name);
  const { tables, command } = (await response.json()) as Comparison & { command: unknown };
  const reviews = tables.find((table) => table.name === 'public.reviews');
  const rows = reviews?.backup.rows ?? 0;
  expect(reviews?.now).toEqual({ rows: rows + 1, newest: expect.stringContaining('T') });
  expect(tables.some((table) => table.name === 'auth.users')).toBe(true);
  expect(tables.every((table) => !table.name.startsWith('private.'))).toBe(true);
  expect(command).toBeNull();
  await sql`delete from public.reviews where customer_name = 'Ann'`.execute(service.database.owner);
  rmSync(path);
});

test('GET /hooks/staff-backups/:file answers 409 for a damaged backup and 404 for an unknown name', async () => {
  const answer = await compare(file);
  expect(answer.status).toBe(409);
  expect(await answer.json()).toEqual({
    code: 'backup_failed',
    message: expect.stringContaining('is damaged'),
  });
  expect((await compare('notes.txt')).status).toBe(404);
});

async function restore(body: object): Promise<Response> {
  const { token } = await signIn();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return send('/restore', { method: 'POST', headers, body: JSON.stringify(body) });
}

test('a restore needs the typed word and the own password', async () => {
  const body = { file, word: 'RESTORE', current_password: password };
  expect((await restore({ ...body, word: 'restore' })).status).toBe(400);
  expect((await restore({ ...body, current_password: 'another' })).status).toBe(400);
  const restored = await restore(body);
  expect(await restored.json()).toEqual({
    ...{ before: `${join(directory, file)} by ${email}`, erasures: 0 },
  });
});

test('a restore while another one runs is refused before anything is written', async () => {
  const started = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  onRestore = () => {
    started.resolve();
    return ending.promise;
  };
  const body = { file, word: 'RESTORE', current_password: password };
  const first = restore(body);
  const { token } = await signIn();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const again = () => send('/restore', { method: 'POST', headers, body: JSON.stringify(body) });
  const readHits = async () =>
    (
      await sql`select key, hits from private.rate_limits order by key`.execute(
        service.database.owner,
      )
    ).rows;
  await started.promise;
  expect((await again()).status).toBe(409);
  const hits = await readHits();
  expect((await again()).status).toBe(409);
  expect(await readHits()).toEqual(hits);
  ending.resolve();
  expect((await first).status).toBe(200);
  onRestore = async () => {};
});

test('a restore waits for another one that is being confirmed, which is refused', async () => {
  const events: string[] = [];
  onRestore = async () => {
    events.push('restored');
  };
  const body = { file, word: 'RESTORE', current_password: password };
  const confirming = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  onConfirmed = async () => {
    confirming.resolve();
    await ending.promise;
    events.push('confirmed');
  };
  const second = restore(body);
  await confirming.promise;
  const confirmed = Promise.withResolvers<void>();
  onConfirmed = async () => confirmed.resolve();
  const first = restore(body);
  await confirmed.promise;
  await setTimeout(50);
  ending.resolve();
  expect([(await first).status, (await second).status]).toEqual([200, 409]);
  expect(events).toEqual(['confirmed', 'restored']);
  onRestore = async () => {};
  onConfirmed = async () => {};
});

test('slow bodies without a ticket delay nobody, and at most three keys wait', async () => {
  const { readable } = new TransformStream<Uint8Array, Uint8Array>();
  const slow = send('/download', { method: 'POST', body: readable, duplex: 'half' } as RequestInit);
  slow.catch(() => undefined);
  expect((await download(await getTicket())).status).toBe(200);
  const tickets: string[] = [];
  for (let count = 0; count < 5; count += 1) tickets.push(await getTicket());
  const responses = await Promise.all(
    tickets.map((ticket) => download(ticket, 'long enough for it')),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429]);
  for (const response of responses) await response.body?.cancel();
  // The refused ticket is not used up.
  const refused = tickets[responses.findIndex(({ status }) => status === 429)] ?? '';
  expect((await download(refused)).status).toBe(200);
  expect((await slow).status).toBe(408);
});
