import { memo } from 'react';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import type { FitHint } from '../fit-hints.ts';

type FitHintsProps = { hints: readonly FitHint[]; isCurrent: boolean };

export const FitHints = memo(({ hints, isCurrent }: FitHintsProps) => {
  if (hints.length === 0) return null;
  return (
    <section aria-labelledby="fit-hints" className="lg:col-span-7">
      <h2 id="fit-hints" className="display mb-4 text-3xl">
        Will it fit?
      </h2>
      {!isCurrent && (
        <p className="mb-3 text-ink-soft">These hints don't include your latest changes.</p>
      )}
      <ul className="grid grid-cols-1 gap-x-8 md:grid-cols-2 lg:grid-cols-1">
        {hints.map(({ key, title, text, needsAction, checkedOn, asOf, url }) => (
          <li key={`${key} ${title}`} className="break-inside-avoid border-line border-t py-3">
            <h3 className={`font-semibold ${needsAction ? 'text-barn' : ''}`}>{title}</h3>
            <p>
              {text}{' '}
              {url && (
                <a href={url} className="drawn-link">
                  {new URL(url).hostname}
                </a>
              )}
            </p>
            {checkedOn && (
              <p className="text-ink-soft text-sm">Checked on {formatCalendarDay(checkedOn)}.</p>
            )}
            {asOf && <p className="text-ink-soft text-sm">As of {formatCalendarDay(asOf)}.</p>}
          </li>
        ))}
      </ul>
    </section>
  );
});
