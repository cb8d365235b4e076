import { formatMoment } from '#app/lib/dates.ts';
import { pluralize, pluralizeList } from '#app/lib/pluralize.ts';
import { endSentence } from '#app/lib/text.ts';

type Run = {
  started_at: string;
  finished_at: string | null;
  skipped: boolean;
  quote_requests: number;
  contact_submissions: number;
  marketing_consents: number;
  quotes: number;
  images: number;
  errors: number;
};

/** Says what the latest run of retention removed. */
export function describeRetention(run: Run | null): string {
  if (!run) return 'Nothing has been removed yet.';
  const lastRun = endSentence(`Last run: ${formatMoment(run.started_at)}`);
  if (run.skipped) {
    return `${lastRun} Nothing was removed, because there had been no run for more than 60 days. The next one does.`;
  }
  if (!run.finished_at) return `${lastRun} It has not finished.`;
  const removed = pluralizeList([
    [run.quote_requests, 'quote request'],
    [run.contact_submissions, 'contact message'],
    [run.marketing_consents, 'consent to news', 'consents to news'],
    [run.quotes, 'customer of an old quote', 'customers of old quotes'],
    [run.images, 'picture'],
  ]);
  const left = run.errors
    ? ` ${pluralize(run.errors, 'request')} stayed, because a picture could not be removed; it is tried again the next day.`
    : '';
  return `${lastRun} Removed: ${removed}.${left}`;
}
