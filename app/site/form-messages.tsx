import { type RefObject, useEffect, useRef } from 'react';
import { localItems } from '#app/lib/browser-storage.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { z } from '#app/lib/zod-mini.ts';
import { PhoneLink } from './page-parts.tsx';

type FieldError = { id: string; message: string };

export function ErrorSummary({ errors, attempt }: { errors: FieldError[]; attempt: number }) {
  const summary = useFocus(errors.length > 0, attempt);
  if (errors.length === 0) return null;
  return (
    <div ref={summary} tabIndex={-1} role="alert" className="warning">
      <p className="font-semibold">
        {errors.length === 1 ? 'Please check one thing:' : `Please check ${errors.length} things:`}
      </p>
      <ul className="mt-1 grid gap-0.5">
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(id)?.focus();
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

type FormBannerProps = {
  type: 'success' | 'error';
  message?: string | undefined;
  advice?: string | undefined;
  /** Each new value moves the focus to the banner. */
  attempt: number;
};

export function FormBanner({ type, message, advice, attempt }: FormBannerProps) {
  const banner = useFocus(Boolean(message), attempt);
  const colors =
    type === 'success' ? 'border-moss bg-moss-tint outline-moss' : 'border-barn bg-barn-tint';
  return (
    <div role={type === 'success' ? 'status' : 'alert'} className="empty:absolute">
      {message && (
        <div
          ref={banner}
          tabIndex={-1}
          className={`break-words border-l-4 px-4 py-3 font-medium text-ink ${colors}`}
        >
          <p className="whitespace-pre-line">{message}</p>
          {message.includes('call us directly') && <PhoneLine />}
          {advice && <p className="mt-1 font-normal">{advice}</p>}
        </div>
      )}
    </div>
  );
}

function PhoneLine() {
  const settings = useRootData()?.settings;
  if (!settings?.phone) return null;
  return (
    <p>
      Phone: <PhoneLink settings={settings} className="drawn-link inline-block py-1" />
    </p>
  );
}

export const offlineAdvice =
  "You are offline. We've kept what you typed. Send it again once you're back online.";

export function OfflineNotice() {
  return (
    <p role="alert" className="warning font-medium text-ink">
      {offlineAdvice}
    </p>
  );
}

type DraftRestoredNoticeProps = {
  status: 'restored' | 'cleared' | undefined;
  onStartOver: () => void;
  onUndo: () => void;
};

export function DraftRestoredNotice({ status, onStartOver, onUndo }: DraftRestoredNoticeProps) {
  const isRestored = status === 'restored';
  return (
    <div role="status" className="empty:absolute">
      {status && (
        <p className="flex flex-wrap items-center gap-x-3 text-ink-soft">
          <span>{isRestored ? 'We kept what you typed.' : 'The form is empty again.'}</span>
          <button
            type="button"
            onClick={isRestored ? onStartOver : onUndo}
            className="drawn-link min-h-11 font-semibold text-ink"
          >
            {isRestored ? 'Start over' : 'Undo'}
          </button>
        </p>
      )}
    </div>
  );
}

export function PrivacyNote() {
  return (
    <p className="text-ink-soft text-sm">
      We only use what you send to answer you.{' '}
      <a href="/privacy" className="drawn-link">
        Privacy
      </a>
    </p>
  );
}

/** Focuses once per attempt, not on hydration or while errors are corrected. */
function useFocus(isShown: boolean, attempt: number): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const focusedAttempt = useRef<number>(undefined);
  useEffect(() => {
    if (!isShown || focusedAttempt.current === attempt) return;
    focusedAttempt.current = attempt;
    if (attempt > 0 || document.activeElement === document.body) element.current?.focus();
  }, [isShown, attempt]);
  return element;
}

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

const prefix = 'draft:';

const storedDraft = z.object({
  savedAt: z.number(),
  values: z.record(z.string(), z.string()),
  /** Images that are already in the bucket. */
  images: z.array(z.object({ name: z.string(), path: z.string() })),
  /** The id of the first attempt to send it, if its response was lost. */
  submissionId: z.optional(z.string()),
});

type StoredDraft = z.output<typeof storedDraft>;

/** Input that a visitor has typed but not sent. */
export type Draft = Omit<StoredDraft, 'savedAt'>;

/**
 * The storage key of a form's draft. Each shed has its own, each answer to a quote, and each request to add to.
 * @param subject the id of the shed that the form is about, the number of the quote, or the reference of the request
 */
export function draftKey(
  form: 'quote' | 'contact' | 'answer' | 'addition' | 'review',
  subject = '',
): string {
  return `${prefix}${form}:${subject}`;
}

/** @param now milliseconds since 1970 */
export function readDraft(key: string, now: number): StoredDraft | undefined {
  try {
    const draft = storedDraft.parse(JSON.parse(localItems.getItem(key) ?? 'null'));
    return now - draft.savedAt < lifetimeMs ? draft : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores a draft, or removes it if there is none.
 * @param now milliseconds since 1970
 */
export function writeDraft(key: string, draft: Draft | undefined, now: number): void {
  if (draft) localItems.setItem(key, JSON.stringify({ ...draft, savedAt: now }));
  else localItems.removeItem(key);
}

/**
 * Removes expired and unreadable drafts, and returns the newest of the form.
 * @param now milliseconds since 1970
 */
export function cleanDrafts(form: 'quote' | 'contact', now: number): StoredDraft | undefined {
  let newest: StoredDraft | undefined;
  for (const key of localItems.keys().filter((name) => name.startsWith(prefix))) {
    const draft = readDraft(key, now);
    if (!draft) localItems.removeItem(key);
    else if (key.startsWith(draftKey(form)) && draft.savedAt > (newest?.savedAt ?? 0))
      newest = draft;
  }
  return newest;
}

/** False after a reload or a navigation back: what was typed since has not been sent. */
export function isFirstLoad(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'navigate';
}
