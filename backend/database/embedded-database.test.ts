import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test('a failed sync of a copy rejects, and leaves the process alone', async () => {
  const root = mkdtempSync(join(tmpdir(), 'ridgeline-copy-sync-'));
  const script = `
    import { writeFileSync } from 'node:fs';
    import pino from 'pino';
    import { createEmbeddedDatabase } from '#backend/database/embedded-database.ts';
    const directory = process.argv.at(-1);
    const logger = pino({ level: 'silent' });
    const copy = await createEmbeddedDatabase({ directory, isCopy: true, logger });
    writeFileSync(process.env.FAILING_DISK, '{"calls": ["fsync"], "under": "pg_wal", "code": "EIO"}');
    const run = () => copy.session(({ exec }) => exec('create table written ()'));
    const messages = [];
    for (let count = 0; count < 2; count += 1) await run().catch(({ name }) => messages.push(name));
    await copy.close();
    console.log(messages.join());`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...['--import', toPath('testing/failing-disk.ts')],
      // Workers refuse --input-type, which they would inherit.
      ...['--eval', script, '--', join(root, 'copy')],
    ],
    { cwd: toPath('../..'), env: { ...process.env, FAILING_DISK: join(root, 'faults') } },
  );
  expect(stdout.trim()).toBe('DatabaseLost,DatabaseLost');
  rmSync(root, { recursive: true, force: true });
}, 60_000);
