import { type RetentionRun, readLastRetentionRun } from '#app/data/retention-runs.ts';
import { formatMoment } from '#app/domain/format/dates.ts';
import { pluralize, pluralizeList } from '#app/domain/format/pluralize.ts';
import { useReading } from '../lists/use-reading.ts';

/** When enquiries were removed because of their age for the last time, and how many. */
export function LastRetentionRun() {
  const { state } = useReading(readLastRetentionRun, {
    failure: 'Could not read what was removed',
  });
  return (
    <p className="mt-4 text-ink-soft">
      {state.is === 'failed' && 'What was removed last could not be loaded.'}
      {state.is === 'ready' && sentenceOf(state.value)}
    </p>
  );
}

function sentenceOf(run: RetentionRun | undefined): string {
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
