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

/** The sentence that ends a sending: kept in a live region, so that it is heard when it comes. */
export function FormBanner({ kind, message }: { kind: 'success' | 'error'; message?: string }) {
  const banner = useFocus(Boolean(message), 0);
  const look =
    kind === 'success' ? 'border-moss bg-moss-tint text-ink' : 'border-barn bg-barn-tint text-ink';
  return (
    <div role={kind === 'success' ? 'status' : 'alert'} className="empty:absolute">
      {message && (
        <p ref={banner} tabIndex={-1} className={`border-l-4 px-4 py-3 font-medium ${look}`}>
          {message}
        </p>
      )}
    </div>
  );
}

/** A field that people neither see nor reach; programs that fill in everything give themselves away. */
export function TrapField({ name }: { name: string }) {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Leave this empty
        <input type="text" name={name} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

function useFocus<Item extends HTMLElement = HTMLDivElement>(
  wanted: boolean,
  attempt: number,
): RefObject<Item | null> {
  const item = useRef<Item>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt moves the focus again
  useEffect(() => {
    if (wanted) item.current?.focus();
  }, [wanted, attempt]);
  return item;
}
