import type { Client } from '#app/lib/client.ts';
import type { Row } from '#app/lib/database.types.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { pluralize, pluralizeList } from '#app/lib/pluralize.ts';
import { endSentence } from '#app/lib/text.ts';

type BackupRun = Row<'backup_runs'>;

/** Reads the latest scheduled backup and the latest that succeeded. */
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

type DescribedBackup = Pick<BackupRun, 'started_at' | 'file_name' | 'bytes' | 'failure'>;

/** Says how the scheduled backups go: the latest one, and the latest that worked. */
export function describeBackups(
  latest: DescribedBackup | undefined,
  good: DescribedBackup | undefined,
): string {
  if (!latest) return 'No daily backup has been made yet.';
  if (!latest.failure) return `Last backup: ${describeBackup(latest)}.`;
  const before = good
    ? `Last good backup: ${describeBackup(good)}.`
    : 'No backup has succeeded yet.';
  const failed = `The backup of ${formatMoment(latest.started_at)} failed: ${latest.failure}`;
  return `${endSentence(failed)} ${before}`;
}

function describeBackup({ started_at, bytes, file_name }: DescribedBackup): string {
  const size = ((bytes ?? 0) / 1024 / 1024).toFixed(1);
  return `${formatMoment(started_at)}, ${size} MB, ${file_name}`;
}

type DescribedRetention = Omit<Row<'retention_runs'>, 'id' | 'retention_months' | 'removed_before'>;

/** Says what the latest run of retention removed. */
export function describeRetention(run: DescribedRetention | null): string {
  if (!run) return 'Nothing has been removed yet.';
  const lastRun = endSentence(`Last run: ${formatMoment(run.started_at)}`);
  if (run.skipped) {
    return `${lastRun} Nothing was removed, because the previous run was more than 60 days earlier. The next run will remove what is due.`;
  }
  if (!run.finished_at) return `${lastRun} It hasn't finished.`;
  const removed = pluralizeList([
    [run.quote_requests, 'quote request'],
    [run.contact_submissions, 'contact message'],
    [run.marketing_consents, 'news consent', 'news consents'],
    [run.quotes, 'customer of an old quote', 'customers of old quotes'],
    [run.images, 'photo'],
  ]);
  const left = run.errors
    ? ` ${pluralize(run.errors, 'request was', 'requests were')} kept because a photo couldn't be removed. The next run will try again.`
    : '';
  return `${lastRun} Removed: ${removed}.${left}`;
}
