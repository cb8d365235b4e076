import type { Client } from '#app/lib/client.ts';
import type { Row } from '#app/lib/database.types.ts';

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

/** The latest run of the retention of enquiries. */
export async function readLastRetentionRun(
  client: Client,
): Promise<Row<'retention_runs'> | undefined> {
  const { data } = await client
    .from('retention_runs')
    .select('*')
    .order('started_at', { ascending: false })
    .limit(1)
    .throwOnError();
  return data[0];
}
