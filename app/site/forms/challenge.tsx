import { useEffect, useRef } from 'react';
import { loadTurnstile, type Turnstile } from './load-turnstile.ts';

/** How long a form waits for the check to end, in milliseconds. */
const patience = 5000;
const look = 100;

/**
 * Cloudflare's Turnstile, which shows itself only where it has to ask something. It loads with the
 * form's scripts; where it can't be loaded, the form is sent without it.
 */
export function Challenge({ siteKey, attempt }: { siteKey: string; attempt: number }) {
  const place = useRef<HTMLDivElement>(null);
  const widget = useRef<{ turnstile: Turnstile; id: string }>(undefined);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let current = true;
    loadTurnstile().then(
      (turnstile) => {
        if (!current) return;
        const id = turnstile.render(element, {
          sitekey: siteKey,
          appearance: 'interaction-only',
          size: 'flexible',
          theme: 'light',
          language: 'en',
          'error-callback': () => {
            element.dataset.challenge = 'failed';
            return true;
          },
        });
        if (id) widget.current = { turnstile, id };
      },
      () => {
        element.dataset.challenge = 'failed';
      },
    );
    return () => {
      current = false;
      widget.current?.turnstile.remove(widget.current.id);
      widget.current = undefined;
    };
  }, [siteKey]);

  useEffect(() => {
    if (attempt > 0) widget.current?.turnstile.reset(widget.current.id);
  }, [attempt]);

  return <div ref={place} data-challenge="pending" className="empty:hidden" />;
}

/** Resolves once a form's check has an answer, has failed, or has taken too long. */
export async function challengeEnded(form: HTMLFormElement): Promise<void> {
  const until = performance.now() + patience;
  while (performance.now() < until) {
    const element = form.querySelector<HTMLElement>('[data-challenge]');
    if (!element || element.dataset.challenge === 'failed') return;
    if (element.querySelector('input')?.value) return;
    await new Promise((resolve) => setTimeout(resolve, look));
  }
}
