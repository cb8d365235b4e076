import { Link } from 'react-router';
import { countOf, type InboxWords } from './inbox-words.ts';

type ArrivalsNoticeProps = {
  words: InboxWords;
  arrived: { count: number; inSight: boolean; dismiss: () => void };
  /** The address at which the newest stand on top. */
  newest: string;
};

/** Tells that something new has come, and leads there where it is not in sight. */
export function ArrivalsNotice({ words, arrived, newest }: ArrivalsNoticeProps) {
  const { count, inSight, dismiss } = arrived;
  return (
    <div role="status">
      {count > 0 && (
        <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-moss/30 bg-moss-tint px-4 py-1 text-moss">
          <span className="font-semibold">
            {countOf(count, { thing: `new ${words.thing}`, things: `new ${words.things}` })}
          </span>
          {!inSight && (
            <Link
              to={{ search: newest }}
              preventScrollReset
              defaultShouldRevalidate={false}
              className="drawn-link inline-flex min-h-11 items-center"
            >
              Show the newest
            </Link>
          )}
          <button
            type="button"
            onClick={dismiss}
            className="drawn-link ml-auto inline-flex min-h-11 items-center"
          >
            Dismiss
          </button>
        </p>
      )}
    </div>
  );
}
