import type { Client } from './client.ts';
import type { Row } from './database.types.ts';

type BackupRun = Row<'backup_runs'>;

export async function readLastBackups(
  client: Client,
): Promise<{ latest: BackupRun | undefined; good: BackupRun | undefined }> {
  const ended = () =>
    client
      .from('backup_runs')
      .select('*')
      .not('finished_at', 'is', null)
      .order('started_at', { ascending: false })
      .order('id')
      .limit(1);
  const [latest, good] = await Promise.all([
    ended().throwOnError(),
    ended().is('failure', null).throwOnError(),
  ]);
  return { latest: latest.data[0], good: good.data[0] };
}
