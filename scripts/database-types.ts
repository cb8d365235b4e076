import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { createDataFolder } from '#tests/support/migrated-database.ts';
import { runSupabaseCli } from './run-supabase-cli.ts';

// Writes app/lib/database.types.ts: what `supabase gen types` makes of a database with all migrations,
// and short names for rows. With --check it only reports whether the file is up to date.

const target = new URL('../app/lib/database.types.ts', import.meta.url);

const rowTypes = `
type TableName = keyof DefaultSchema['Tables'];

/** A row of the table as it is read. */
export type Row<Table extends TableName> = Tables<Table>;

/** A new row of the table. Columns with a default are optional. */
export type Insert<Table extends TableName> = TablesInsert<Table>;

/** A change to a row of the table. */
export type Update<Table extends TableName> = TablesUpdate<Table>;
`;

const types = format(await generate());
if (process.argv.includes('--check')) {
  const current = await readFile(target, 'utf8').catch(() => '');
  if (current !== types) {
    process.stderr.write('app/lib/database.types.ts is out of date: run `npm run types`.\n');
    process.exit(1);
  }
} else {
  await writeFile(target, types);
}

async function generate(): Promise<string> {
  const directory = await createDataFolder();
  const pglite = await PGlite.create({ fs: new NodeFS(join(directory, 'database')) });
  const server = createServer((socket) => serveConnection(socket, pglite));
  try {
    await once(server.listen(join(directory, '.s.PGSQL.5432')), 'listening');
    const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(directory)}`;
    const { status, stdout, stderr } = await runSupabaseCli([
      'gen',
      'types',
      '--schema=public',
      `--remote=${url}`,
    ]);
    if (status !== 0) throw new Error(`supabase gen types failed with ${status}:\n${stderr}`);
    return stdout;
  } finally {
    server.close();
    await pglite.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** PostgreSQL's protocol, message by message (https://www.postgresql.org/docs/17/protocol-flow.html). */
function serveConnection(socket: Socket, pglite: PGlite): void {
  let buffer = Buffer.alloc(0);
  let isStarted = false;
  let queue = Promise.resolve();
  const handle = async (data: Buffer) => {
    buffer = Buffer.concat([buffer, data]);
    for (;;) {
      // The first messages of a session have no type.
      const typeLength = isStarted ? 1 : 0;
      if (buffer.length < typeLength + 4) return;
      const length = typeLength + buffer.readInt32BE(typeLength);
      if (buffer.length < length) return;
      const message = buffer.subarray(0, length);
      buffer = buffer.subarray(length);
      const isTlsRequest = !isStarted && length === 8;
      if (isTlsRequest) {
        socket.write('N');
        continue;
      }
      isStarted = true;
      // PGlite overwrites the memory of an answer, which a socket may still have to send.
      const onRawData = (answer: Uint8Array) => socket.write(Buffer.from(answer));
      await pglite.execProtocolRawStream(message, { onRawData });
    }
  };
  socket.on('error', () => {});
  socket.on('data', (data) => {
    queue = queue
      .then(() => handle(data))
      .catch((error) => {
        socket.destroy(error);
      });
  });
}

function format(source: string): string {
  const text = `// Generated from supabase/migrations by scripts/database-types.ts. Do not edit.\n\n${source}${rowTypes}`;
  const biome = resolve('node_modules/.bin/biome');
  return execFileSync(biome, ['format', '--stdin-file-path=types.ts'], {
    input: text,
    encoding: 'utf8',
  });
}
