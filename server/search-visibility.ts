import PQueue from 'p-queue';
import type { Logger } from 'pino';

/** The tables whose rows `has_demonstration_content` looks at. */
const watchedTables = [
  'business_settings',
  'home_content',
  'shed_listings',
  'past_projects',
  'reviews',
  'video_carousel',
  'blog_posts',
  'price_lists',
];

export type SearchVisibility = {
  isKeptFromSearch: () => boolean;
  /** Reads the state again if it may depend on a changed table, of all tables if none is given. Never rejects. */
  refresh: (table?: string) => Promise<void>;
};

/**
 * Keeps search engines out of a public site as long as it shows demonstration content.
 *
 * @param isPublic false for a site without PUBLIC_URL, which nobody finds and which nothing is read for
 * @param hasDemonstrationContent reads the state from the database
 * @param onChange called when the state differs from the one that pages were rendered with
 * @returns the state: search engines are let in until it was read for the first time, and it stays while reads fail
 */
export function createSearchVisibility({
  isPublic,
  hasDemonstrationContent,
  onChange,
  logger,
}: {
  isPublic: boolean;
  hasDemonstrationContent: () => Promise<boolean>;
  onChange: () => void;
  logger: Logger;
}): SearchVisibility {
  let isKept = false;
  let isFailing = false;
  const reads = new PQueue({ concurrency: 1 });

  async function read() {
    try {
      const found = await hasDemonstrationContent();
      isFailing = false;
      if (found === isKept) return;
      isKept = found;
      logger.info({ isKeptFromSearch: isKept }, 'Search engine visibility changed');
      onChange();
    } catch (error) {
      if (!isFailing) logger.error({ error }, 'Search engine visibility read failed');
      isFailing = true;
    }
  }

  return {
    isKeptFromSearch: () => isKept,
    refresh: (table) => {
      if (!isPublic || (table !== undefined && !watchedTables.includes(table))) {
        return Promise.resolve();
      }
      // A change during a read needs another one, and only one.
      if (reads.size === 0) void reads.add(read);
      return reads.onIdle();
    },
  };
}
