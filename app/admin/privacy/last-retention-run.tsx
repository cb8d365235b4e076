import { useQuery } from '@tanstack/react-query';
import { type RetentionRun, readLastRetentionRun } from '#app/data/retention-runs.ts';
import { counted, countedList } from '#app/domain/counted.ts';
import { formatMoment } from '#app/domain/dates.ts';
import { useAdminClient } from '../session.ts';

/** When enquiries were last removed because of their age, and how many. */
export function LastRetentionRun() {
  const client = useAdminClient();
  const { data: run, isError } = useQuery({
    queryKey: ['retention_runs'],
    queryFn: async () => (await readLastRetentionRun(client)) ?? null,
  });
  return (
    <p className="mt-4 text-ink-soft">
      {run === undefined && isError && 'What was removed last could not be loaded.'}
      {run !== undefined && describeRun(run)}
    </p>
  );
}

function describeRun(run: RetentionRun | null): string {
  if (!run) return 'Nothing has been removed yet.';
  const moment = formatMoment(run.started_at);
  if (run.skipped) {
    return `Last run: ${moment}. Nothing was removed, because there had been no run for more than 60 days. The next one does.`;
  }
  if (!run.finished_at) return `Last run: ${moment}. It has not finished.`;
  const removed = countedList([
    [run.quote_requests, 'quote request'],
    [run.contact_submissions, 'contact message'],
    [run.news_consents, 'consent to news', 'consents to news'],
    [run.pictures, 'picture'],
  ]);
  const left = run.failures
    ? ` ${counted(run.failures, 'request')} stayed, because a picture could not be removed; it is tried again the next day.`
    : '';
  return `Last run: ${moment}. Removed: ${removed}.${left}`;
}
