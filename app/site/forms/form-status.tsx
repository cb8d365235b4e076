import { type RefObject, useEffect, useRef } from 'react';

/** What is wrong, and the id of the field that it is about. */
type Fault = { field: string; message: string };

/**
 * Lists what must be mended, each entry a link to its field. It takes the focus when it appears
 * and each time `attempt` grows.
 */
export function ErrorSummary({ faults, attempt }: { faults: Fault[]; attempt: number }) {
  const summary = useFocus(faults.length > 0, attempt);
  if (faults.length === 0) return null;
  return (
    <div
      ref={summary}
      tabIndex={-1}
      role="alert"
      className="border-barn border-l-4 bg-barn-tint px-4 py-3"
    >
      <p className="font-semibold">
        {faults.length === 1 ? 'One thing needs a look:' : `${faults.length} things need a look:`}
      </p>
      <ul className="mt-1 grid gap-0.5">
        {faults.map(({ field, message }) => (
          <li key={field}>
            <a
              href={`#${field}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(field)?.focus();
              }}
              className="drawn-link inline-block py-0.5"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

type BannerProps = {
  kind: 'success' | 'error';
  message?: string | undefined;
  /** What to do about it, in a line of its own. */
  advice?: string | undefined;
  /** Which sending it is about: the banner takes the focus once for each. */
  attempt: number;
};

/** The sentence that ends a sending: kept in a live region, so that it is heard when it comes. */
export function FormBanner({ kind, message, advice, attempt }: BannerProps) {
  const banner = useFocus(Boolean(message), attempt);
  const look =
    kind === 'success' ? 'border-moss bg-moss-tint outline-moss' : 'border-barn bg-barn-tint';
  return (
    <div role={kind === 'success' ? 'status' : 'alert'} className="empty:absolute">
      {message && (
        <div
          ref={banner}
          tabIndex={-1}
          className={`break-words border-l-4 px-4 py-3 font-medium text-ink ${look}`}
        >
          <p className="whitespace-pre-line">{message}</p>
          {advice && <p className="mt-1 font-normal">{advice}</p>}
        </div>
      )}
    </div>
  );
}

// Once for each attempt: while faults are mended one by one, the focus stays where one types. What
// stood on the page before it woke up takes it from nobody either.
function useFocus(wanted: boolean, attempt: number): RefObject<HTMLDivElement | null> {
  const item = useRef<HTMLDivElement>(null);
  const told = useRef<number>(undefined);
  useEffect(() => {
    if (!wanted || told.current === attempt) return;
    told.current = attempt;
    if (attempt > 0 || document.activeElement === document.body) item.current?.focus();
  }, [wanted, attempt]);
  return item;
}
