import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { newsFieldName, newsVersion } from '#app/features/privacy/marketing-consent.ts';
import { createRandomHex } from '#app/lib/random-ids.ts';
import { cleanDrafts, type Draft, draftKey, readDraft, writeDraft } from '#app/site/draft.ts';
import type { InspirationImages } from './inspiration-image-picker.tsx';

const saveDelayMs = 400;

type DraftOptions<Name extends string> = {
  type: 'quote' | 'contact';
  subject: string | undefined;
  form: UseFormReturn<FieldValues, unknown, Record<Name, string>>;
  initial: Record<Name, string>;
  /** Fields that are filled in from the newest draft about another subject. */
  personal: readonly Name[];
  news: RefObject<HTMLInputElement | null>;
  images: InspirationImages | undefined;
  /** The outcome of a post without scripts: rejected input is newer than any draft, sent input is deleted. */
  posted: 'sent' | 'rejected' | undefined;
};

/**
 * Stores what is typed in this browser until it is sent: through a reload, a crash, a lost
 * connection. Drafts are restored after hydration.
 */
export function useDraft<Name extends string>(options: DraftOptions<Name>) {
  const { type, subject, images } = options;
  const key = draftKey(type, subject);
  const names = Object.keys(options.initial) as Name[];
  const [status, setStatus] = useState<'restored' | 'cleared'>();
  const latest = useRef(options);
  latest.current = options;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<Draft>(undefined);
  const cleared = useRef<Draft>(undefined);
  const submissionId = useRef<string>(undefined);
  const restoredFrom = useRef<number>(undefined);

  function getSubmissionId(): string {
    submissionId.current ??= createRandomHex();
    return submissionId.current;
  }

  function collect(): Draft | undefined {
    const { form, initial, news, images } = latest.current;
    const values = Object.fromEntries(names.map((name) => [name, form.getValues(name) ?? '']));
    const stored = (images?.images ?? []).flatMap(({ name, path }) => (path ? { name, path } : []));
    const isChanged = names.some((name) => values[name] !== initial[name]);
    if (!isChanged && !news.current?.checked && stored.length === 0) return undefined;
    if (news.current?.checked) values[newsFieldName] = newsVersion;
    return { values, images: stored, submissionId: getSubmissionId() };
  }

  /** Does not overwrite what was typed before hydration. */
  function fill(values: Draft['values'], fields: readonly Name[]) {
    const { form, initial } = latest.current;
    for (const name of fields) {
      const value = values[name];
      const isUntouched = (form.getValues(name) ?? '') === initial[name];
      if (value !== undefined && isUntouched) form.setValue<string>(name, value);
    }
  }

  function restore(draft: Draft) {
    const { news, images } = latest.current;
    fill(draft.values, names);
    if (news.current && draft.values[newsFieldName] === newsVersion) news.current.checked = true;
    if (draft.images.length > 0) images?.replace(draft.images);
    submissionId.current = draft.submissionId;
  }

  function cancel() {
    clearTimeout(timer.current);
    timer.current = undefined;
  }

  function write() {
    if (timer.current === undefined) return;
    cancel();
    writeDraft(key, pending.current, Date.now());
  }

  function save() {
    cancel();
    pending.current = collect();
    timer.current = setTimeout(write, saveDelayMs);
  }

  function discard() {
    cancel();
    submissionId.current = undefined;
    writeDraft(key, undefined, Date.now());
    setStatus(undefined);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    const { personal, posted } = latest.current;
    if (posted === 'sent' && isFirstLoad()) discard();
    const newest = cleanDrafts(type, Date.now());
    const own = readDraft(key, Date.now());
    if (posted !== 'rejected' && own) {
      restore(own);
      restoredFrom.current = own.savedAt;
      setStatus('restored');
    } else if (!posted && newest && personal.some((name) => newest.values[name])) {
      fill(newest.values, personal);
      setStatus('restored');
    }
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever an image is added, removed or stored
  useEffect(() => {
    if (images?.isTouched) save();
  }, [images?.images, images?.isTouched]);

  return {
    status,
    /** The same for each attempt to send the same input, a new one after success. */
    getSubmissionId,
    getRestoredFrom: () => restoredFrom.current,
    save: () => {
      if (status === 'cleared') setStatus(undefined);
      save();
    },
    discard,
    startOver: (clearForm: () => void) => {
      cleared.current = collect();
      clearForm();
      discard();
      setStatus('cleared');
    },
    undo: () => {
      if (cleared.current) restore(cleared.current);
      setStatus('restored');
      save();
    },
  };
}

/** False after a reload or a navigation back: what was typed since has not been sent. */
function isFirstLoad(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'navigate';
}
