import { formatMoment } from '#app/lib/dates.ts';

type Run = {
  started_at: string;
  file_name: string | null;
  bytes: number | null;
  failure: string | null;
};

/** Says how the scheduled backups go: the latest one, and the latest that worked. */
export function describeBackups(latest: Run | undefined, good: Run | undefined): string {
  if (!latest) return 'No daily backup has been made yet.';
  if (!latest.failure) return `Last backup: ${describe(latest)}.`;
  const before = good ? `The last good one: ${describe(good)}.` : 'There is no good one yet.';
  return `The backup of ${moment(latest)} failed: ${latest.failure.replace(/\.$/, '')}. ${before}`;
}

function describe(run: Run): string {
  const size = ((run.bytes ?? 0) / 1024 / 1024).toFixed(1);
  return `${moment(run)}, ${size} MB, ${run.file_name}`;
}

function moment({ started_at }: Run): string {
  return formatMoment(started_at);
}
