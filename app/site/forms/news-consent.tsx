import type { RefObject } from 'react';
import { newsField, newsVersion, newsWording } from '#app/domain/privacy/marketing-consent.ts';
import type { Submission } from './submission.ts';

type NewsConsentProps = {
  id: string;
  /** Who asks, as a line of words; '' where nothing is known of them. */
  asking: string;
  box: RefObject<HTMLInputElement | null>;
  /** What came of the last post without scripts: a tick of then stays. */
  posted: Submission | undefined;
};

/** The box for news by e-mail: optional, not ticked, and it says who asks, as the anti-spam law wants. */
export function NewsConsent({ id, asking, box, posted }: NewsConsentProps) {
  return (
    <div className="flex gap-3">
      <input
        ref={box}
        id={id}
        type="checkbox"
        name={newsField}
        value={newsVersion}
        defaultChecked={posted?.sent === false && posted.values[newsField] === newsVersion}
        aria-describedby={asking ? `${id}-asking` : undefined}
        className="mt-0.5 size-6 shrink-0 accent-barn"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block leading-snug">
          {newsWording} <span className="text-ink-soft">(optional)</span>
        </label>
        {asking && (
          <p id={`${id}-asking`} className="mt-1 text-ink-soft text-sm leading-snug wrap-anywhere">
            {`From ${asking}`}
          </p>
        )}
      </div>
    </div>
  );
}

/** The box as a draft keeps it; undefined where it is not ticked. */
export function newsDraft(
  box: RefObject<HTMLInputElement | null>,
): Record<string, string> | undefined {
  return box.current?.checked ? { [newsField]: newsVersion } : undefined;
}

/** Ticks the box again where a draft has it ticked, for the same words. */
export function restoreNews(
  box: RefObject<HTMLInputElement | null>,
  values: Record<string, string>,
): void {
  if (box.current && values[newsField] === newsVersion) box.current.checked = true;
}
