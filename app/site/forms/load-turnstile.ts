/** What is used of Cloudflare's script: https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/. */
export type Turnstile = {
  /** Puts a widget into the element; its answer becomes an input in there. */
  render: (
    element: HTMLElement,
    options: {
      sitekey: string;
      appearance: 'interaction-only';
      size: 'flexible';
      theme: 'light';
      language: string;
      /** True where the page deals with it. */
      'error-callback': () => boolean;
    },
  ) => string | undefined;
  /** Begins a new check: an answer counts once. */
  reset: (id: string) => void;
  remove: (id: string) => void;
};

const address = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

let loading: Promise<Turnstile> | undefined;

/** Loads the script once; a failure is forgotten, so that the next form tries again. */
export function loadTurnstile(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
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
