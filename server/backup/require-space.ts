import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { BackupError } from './backup-error.ts';
import type { BackupSource } from './make-backup.ts';

/** Bytes that stay free for the site itself, which stops where the disk is full. */
const reserve = 256 * 1024 * 1024;

/**
 * Looks whether a backup has room: the rows twice, as a script and in the archive, and the pictures.
 *
 * @throws BackupError that says how much is missing
 */
export async function requireSpace({ database }: BackupSource, directory: string): Promise<void> {
  const { rows } = await sql<{ rowBytes: string; fileBytes: string }>`
    select (select coalesce(sum(pg_table_size(class.oid)), 0)::text from pg_class as class
        join pg_namespace as space on space.oid = relnamespace
        where relkind = 'r' and nspname !~ '^pg_' and nspname <> 'information_schema') as "rowBytes",
      (select coalesce(sum((metadata ->> 'size')::bigint), 0)::text from storage.objects) as "fileBytes"`.execute(
    database.owner,
  );
  const needed = 2 * Number(rows[0]?.rowBytes ?? 0) + Number(rows[0]?.fileBytes ?? 0);
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  if (free >= needed + reserve) return;
  throw new BackupError(
    `There is too little room in ${directory}: a backup takes up to ${inMegabytes(needed)}, ` +
      `${inMegabytes(reserve)} stay free for the site, and ${inMegabytes(free)} are left.`,
  );
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MB`;
}
