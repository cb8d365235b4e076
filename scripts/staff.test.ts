import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadKeys } from '#backend/auth/keys.ts';
import type { Database } from '#backend/database/database.ts';
import { lockFolder } from '#backend/database/folder-lock.ts';
import { sendLocalCommand } from '#server/local-command.ts';
import { createStaffRoute, staffCommand } from '#server/staff-command.ts';
import { openCopy } from '#tests/support/backend.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { runScript } from '#tests/support/run-script.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

const directory = mkdtempSync(join(tmpdir(), 'ridgeline-staff-'));
const app = new Hono<{ Bindings: HttpBindings }>();
const server = createAdaptorServer(app);
let database: Database;
let unlock: () => void;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await openTemplateCopy();
  unlock = lockFolder(join(directory, 'database'));
  const { path, handle } = createStaffRoute(database, await loadKeys(directory));
  app.post(path, (context) => handle(context.req.raw, context.env.incoming.socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  environment = { DATA_DIR: directory, PORT: String(port) };
});
afterAll(async () => {
  server.close();
  unlock();
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

test('npm run staff runs in the site that uses the data folder, which audits it as a command', async () => {
  const args = ['add', 'jo@example.com', '--password-stdin'];
  const added = await runScript('scripts/staff.ts', args, environment, { input: 'blue horse\n' });
  expect(added).toEqual({
    status: 0,
    output: 'jo@example.com can use the back office now.\nThe password is the one you entered.\n',
    errors: '',
  });
  const { rows } = await sql`select actor_id, record_name from public.audit_entries
    where table_name = 'staff' order by id desc limit 1`.execute(database.owner);
  expect(rows).toEqual([{ actor_id: null, record_name: 'jo@example.com' }]);

  const url = `http://127.0.0.1:${environment.PORT}`;
  const input = { name: 'remove', email: 'al@example.com' } as const;
  await expect(
    sendLocalCommand(url, staffCommand, await loadKeys(directory), input),
  ).rejects.toThrow('There is no staff account al@example.com.');
});

test.runIf(isFull)(
  'npm run staff without a site opens the data folder, and explains errors',
  async () => {
    const copy = await openCopy();
    // The embedded engine is for one process at a time.
    await copy.database.close();
    const staff = (...args: string[]) => runScript('scripts/staff.ts', args, copy.environment);
    expect(await staff('add', 'jo@example.com')).toMatchObject({ status: 0, errors: '' });
    expect((await staff('list')).output).toContain('jo@example.com');
    const unknown = await staff('remove', 'nobody@example.com');
    expect(unknown.status).toBeGreaterThan(0);
    expect(unknown.errors).toContain('nobody@example.com');
    const usage = await staff('hire', 'nobody@example.com');
    expect(usage.status).toBeGreaterThan(0);
    expect(usage.errors).toContain('npm run staff -- add owner@example.com');
    await copy.close();
  },
);
