import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createServerDatabase } from '#backend/database/server.ts';
import { type Dump, dumpDatabase } from './dump.ts';
import { loadDatabase } from './load-database.ts';
import type { BackupSource } from './make-backup.ts';
import { rowsIn } from './manifest.ts';
import { linesOf } from './read-archive.ts';
import { requireEmptyServer } from './require-empty.ts';
import { writeTextFile } from './text-writer.ts';

/** Where a move keeps what is under way, and what it came from. */
export type MoveSource = Omit<BackupSource, 'files'> & { dataDirectory: string };

/**
 * Copies the whole database, sessions and all, to an empty one of a PostgreSQL server: all of it or
 * nothing. The files and the keys stay where they are, and so does the old database.
 *
 * @param url the server's database
 * @returns how many rows were moved
 * @throws BackupError where it is not empty
 */
export async function moveToServer(
  source: MoveSource,
  url: string,
  logger: Logger,
): Promise<number> {
  const target = createServerDatabase({ url, logger });
  try {
    await requireEmptyServer(target);
    return await withDump(source, async (dump, lines) => {
      const contents = { ...dump, version: source.version };
      await loadDatabase(target, source.sets, contents, lines, { endSessions: false });
      return rowsIn(dump);
    });
  } finally {
    await target.close();
  }
}

/** Dumps the database into a file in the data folder for as long as `work` needs it. */
export async function withDump<Result>(
  { database, sets, dataDirectory }: Pick<MoveSource, 'database' | 'sets' | 'dataDirectory'>,
  work: (dump: Dump, lines: AsyncIterable<string>) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(dataDirectory, 'moving-'));
  try {
    const script = join(directory, 'database.sql');
    const dump = await writeTextFile(script, (write) => dumpDatabase(database, sets, write));
    return await work(dump, linesOf(createReadStream(script)));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
