import { useQuery } from '@tanstack/react-query';
import { type RetentionRun, readLastRetentionRun } from '#app/data/retention-runs.ts';
import { formatMoment } from '#app/domain/format/dates.ts';
import { pluralize, pluralizeList } from '#app/domain/format/pluralize.ts';
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
  const removed = pluralizeList([
    [run.quote_requests, 'quote request'],
    [run.contact_submissions, 'contact message'],
    [run.marketing_consents, 'consent to news', 'consents to news'],
    [run.images, 'picture'],
  ]);
  const left = run.errors
    ? ` ${pluralize(run.errors, 'request')} stayed, because a picture could not be removed; it is tried again the next day.`
    : '';
  return `Last run: ${moment}. Removed: ${removed}.${left}`;
}
