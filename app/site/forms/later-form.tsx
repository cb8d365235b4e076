import {
  type ComponentType,
  lazy,
  type ReactNode,
  StrictMode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { Spinner } from '#app/ui/spinner.tsx';
import { connectionAdvice } from './connection-advice.ts';
import { type FormSite, useFormSite } from './form-site.ts';
import { keepAsleep } from './sleeping-form.ts';
import type { Submission } from './submission.ts';

/** React leaves alone what the server has put where it has nothing to say. */
const asItIs = { __html: '' };

/**
 * A form that stays the plain HTML that the server made until a visitor comes to it, and only then
 * loads its scripts (sleeping-form.ts says when): React's tree of the page leaves its place out, and the
 * form gets a tree of its own there. Where a page comes without the server, the form loads at once.
 * @param load loads the form; it may use nothing of the router, which is not around it
 */
export function laterForm<Props extends { result?: Submission | undefined }>(
  load: () => Promise<ComponentType<Props & { site: FormSite }>>,
) {
  const FormOfServer = lazy(async () => ({ default: await load() }));

  return function LaterForm(props: Props) {
    const site = useFormSite();
    const place = useRef<HTMLDivElement>(null);
    const awake = useRef<{ root: Root; show: (props: Props, site: FormSite) => ReactNode }>(
      undefined,
    );
    const latest = useRef({ props, site });
    latest.current = { props, site };
    const [state, setState] = useState<'loading' | 'offline'>();

    useEffect(() => {
      const element = place.current;
      if (!element) return;
      const isMade = element.hasChildNodes();
      let ended = false;

      async function wake(container: HTMLElement) {
        const Form = await load();
        if (ended) return;
        await new Promise<void>((onReady) => {
          const show = (given: Props, known: FormSite) => (
            <StrictMode>
              <Ready onReady={onReady}>
                <Form {...given} site={known} />
              </Ready>
            </StrictMode>
          );
          const first = show(latest.current.props, latest.current.site);
          const root = isMade ? hydrateRoot(container, first) : createRoot(container);
          if (!isMade) root.render(first);
          awake.current = { root, show };
        });
        setState(undefined);
      }

      if (!isMade) setState('loading');
      const stop = isMade
        ? keepAsleep(element, {
            wake: () => wake(element),
            atOnce: latest.current.props.result !== undefined,
            onOffline: (offline) => setState(offline ? 'offline' : undefined),
          })
        : // As the router does where it can't load a page: the server brings all of it.
          void wake(element).catch(() => window.location.reload());
      return () => {
        ended = true;
        stop?.();
        const { root } = awake.current ?? {};
        awake.current = undefined;
        // React is at work here, and can't take another tree away meanwhile.
        setTimeout(() => root?.unmount());
      };
    }, []);

    useEffect(() => awake.current?.root.render(awake.current.show(props, site)));

    if (import.meta.env.SSR) {
      return (
        <div>
          <FormOfServer {...props} site={site} />
        </div>
      );
    }
    return (
      <>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set, see above */}
        <div ref={place} suppressHydrationWarning dangerouslySetInnerHTML={asItIs} />
        {state === 'loading' && <Spinner />}
        {state === 'offline' && (
          <p role="alert" className="mt-5 border-barn border-l-4 bg-barn-tint px-4 py-3">
            {connectionAdvice(false)}
          </p>
        )}
      </>
    );
  };
}

/** Tells when the form under it has put what it needs into place. */
function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(onReady, [onReady]);
  return children;
}
