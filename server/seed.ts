import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import { type Database, withAdvisoryLock } from '#backend/database/database.ts';

const contentTypes: Record<string, string> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  avif: 'image/avif',
};

/** One transaction, so that an interrupted first start begins again. */
export function seedOnce(
  database: Database,
  seed: 'demo' | 'none',
  serviceClient: SupabaseClient,
  logger: Logger,
): Promise<void> {
  return withAdvisoryLock(database, 'seed', () =>
    seedExclusively(database, seed, serviceClient, logger),
  );
}

async function seedExclusively(
  database: Database,
  seed: 'demo' | 'none',
  serviceClient: SupabaseClient,
  logger: Logger,
): Promise<void> {
  const directory = fileURLToPath(new URL('../supabase/', import.meta.url));
  const done = await database.session((session) =>
    session.query(`select from ridgeline.migrations where set_name = 'seed'`),
  );
  if (done.length > 0) return;
  if (seed === 'demo') await uploadImages(join(directory, 'seed', 'images'), serviceClient);
  const rows = seed === 'demo' ? await readFile(join(directory, 'seed.sql'), 'utf8') : '';
  await database.session(async (session) => {
    await session.exec('begin');
    try {
      await session.exec(rows);
      await session.query(
        `insert into ridgeline.migrations (set_name, version, name, checksum) values ('seed', '1', $1, '')`,
        [seed],
      );
      await session.exec('commit');
    } catch (error) {
      await session.exec('rollback');
      throw error;
    }
  });
  if (seed === 'demo') logger.info('Demonstration content added');
}

async function uploadImages(directory: string, serviceClient: SupabaseClient) {
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    const contentType = contentTypes[entry.name.split('.').at(-1) ?? ''];
    if (!entry.isFile() || !contentType) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(directory, file).split(sep).join('/');
    const { error } = await serviceClient.storage
      .from('images')
      .upload(path, await readFile(file), { contentType, upsert: true });
    if (error) throw new Error(`Demonstration image ${path} failed to upload: ${error.message}`);
  }
}
