import { join } from 'node:path';
import type { Logger } from 'pino';
import { toIsoDay } from '#app/lib/dates.ts';
import type { QuoteDocuments } from './documents/quote-documents.ts';
import { deleteOldPersonalSizes } from './images/image-store.ts';
import { hourly, type Job } from './jobs.ts';
import type { MovedPages } from './moved-pages.ts';
import type { SearchVisibility } from './search-visibility.ts';
import type { Settings } from './settings.ts';

export const imageCacheFolder = 'pictures';

/** The jobs of every website, even of one that has no backend in its process (`Services.jobs`). */
export function createSiteJobs(
  { dataDirectory, hosted }: Pick<Settings, 'dataDirectory' | 'hosted'>,
  {
    quoteDocuments,
    visibility,
    now,
    onNewDay,
    movedPages,
    logger,
  }: {
    quoteDocuments: Pick<QuoteDocuments, 'writeDue'>;
    visibility: Pick<SearchVisibility, 'refresh'>;
    /** Milliseconds since 1970 by the database's clock. */
    now: () => number;
    /** Called within a minute after midnight in Ontario. */
    onNewDay: () => void;
    movedPages: Pick<MovedPages, 'flush'>;
    logger: Logger;
  },
): Job[] {
  let day = toIsoDay(new Date(now()));
  return [
    {
      name: 'quote documents',
      schedule: hosted ? '*/15 * * * * *' : '*/5 * * * * *',
      run: async (signal) => {
        const written = await quoteDocuments.writeDue(signal);
        if (written > 0) logger.info({ written }, 'Quote documents written');
      },
    },
    {
      name: 'sizes of personal images',
      schedule: hourly,
      run: () => deleteOldPersonalSizes(join(dataDirectory, imageCacheFolder), new Date()),
    },
    {
      // Notifications may be lost, and hosted Supabase sends none without a webhook.
      name: 'search engine visibility',
      schedule: hosted ? '* * * * *' : hourly,
      run: () => visibility.refresh(),
    },
    {
      name: 'missing pages',
      schedule: '* * * * *',
      run: () => movedPages.flush(),
    },
    {
      name: 'announcement refresh',
      schedule: '* * * * *',
      run: async () => {
        const today = toIsoDay(new Date(now()));
        if (today === day) return;
        day = today;
        onNewDay();
      },
    },
  ];
}
