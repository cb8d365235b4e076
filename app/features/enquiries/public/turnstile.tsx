import { useEffect, useRef } from 'react';

/** The part of Cloudflare's script that is used: https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/. */
type Turnstile = {
  /** Renders a widget, whose response becomes an input in the element. */
  render: (
    element: HTMLElement,
    options: {
      sitekey: string;
      appearance: 'interaction-only';
      size: 'flexible';
      theme: 'light';
      language: string;
      /** Returns true if the page handles the error. */
      'error-callback': () => boolean;
    },
  ) => string | undefined;
  /** Starts a new challenge: a response is valid once. */
  reset: (id: string) => void;
  remove: (id: string) => void;
};

const scriptUrl = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

let loading: Promise<Turnstile> | undefined;

/** Retries after an error when the next form loads. */
function loadTurnstile(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.async = true;
    script.onload = () => {
      const { turnstile } = window as { turnstile?: Turnstile };
      if (turnstile) resolve(turnstile);
      else reject(new Error('Turnstile did not start'));
    };
    script.onerror = () => reject(new Error('Turnstile could not be loaded'));
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * Cloudflare's Turnstile, which is invisible unless it needs an interaction. If it cannot be loaded,
 * the form is sent without it.
 * @param props.attempt grows with each response of the form
 */
export function TurnstileWidget({ siteKey, attempt }: { siteKey: string; attempt: number }) {
  const container = useRef<HTMLDivElement>(null);
  const widget = useRef<{ turnstile: Turnstile; id: string }>(undefined);

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let isCurrent = true;
    const fail = () => {
      element.dataset.turnstile = 'failed';
      return true;
    };
    loadTurnstile().then((turnstile) => {
      if (!isCurrent) return;
      const id = turnstile.render(element, {
        sitekey: siteKey,
        appearance: 'interaction-only',
        size: 'flexible',
        theme: 'light',
        language: 'en',
        'error-callback': fail,
      });
      if (id) widget.current = { turnstile, id };
    }, fail);
    return () => {
      isCurrent = false;
      widget.current?.turnstile.remove(widget.current.id);
      widget.current = undefined;
    };
  }, [siteKey]);

  useEffect(() => {
    if (attempt > 0) widget.current?.turnstile.reset(widget.current.id);
  }, [attempt]);

  return <div ref={container} data-turnstile="pending" className="empty:hidden" />;
}
