import { useEffect, useRef, useState } from 'react';
import { type Draft, keepDraft, readDraft, sweepDrafts } from './draft.ts';
import { browserStore } from './draft-store.ts';

/** How long after the last key the draft is written, in milliseconds. */
const pause = 400;

type DraftOptions = {
  /** Where the draft lies: see draftKey. */
  key: string;
  /** The form as it stands; undefined where it holds nothing that the visitor entered. */
  collect: () => Draft | undefined;
  /** Puts a kept draft into the form. */
  restore: (draft: Draft) => void;
  /**
   * Takes from the newest draft of the same form what fits here, too, when this one has none of its
   * own. Tells whether there was anything.
   */
  borrow?: (draft: Draft) => boolean;
  /** The form shows newer input than any draft: it came back with what was posted. */
  posted: boolean;
  /** Told where something was typed before the form was ready to notice. */
  onTypedBefore?: () => void;
};

/**
 * Keeps what is typed in this browser until it is sent: through a reload, a crash, a lost
 * connection. The draft is put back once the form is awake, so the page as it was sent stays as it
 * is until then.
 */
export function useDraft(options: DraftOptions) {
  const [state, setState] = useState<'kept' | 'cleared'>();
  const latest = useRef(options);
  latest.current = options;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<Draft>(undefined);
  const cleared = useRef<Draft>(undefined);

  function write() {
    if (timer.current === undefined) return;
    cancel();
    keepDraft(browserStore(), latest.current.key, pending.current, Date.now());
  }

  function cancel() {
    clearTimeout(timer.current);
    timer.current = undefined;
  }

  function save() {
    cancel();
    pending.current = latest.current.collect();
    timer.current = setTimeout(write, pause);
  }

  function forget() {
    cancel();
    keepDraft(browserStore(), latest.current.key, undefined, Date.now());
    setState(undefined);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form wakes up
  useEffect(() => {
    const { key, restore, borrow, posted } = latest.current;
    const typed = latest.current.collect() !== undefined;
    const newest = sweepDrafts(browserStore(), formOf(key), Date.now());
    const own = readDraft(browserStore(), key, Date.now());
    if (!posted && own) restore(own);
    if (!posted && (own || (newest && borrow?.(newest)))) setState('kept');
    if (typed) {
      latest.current.onTypedBefore?.();
      save();
    }
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, []);

  return {
    /** To be called after each change. */
    save: () => {
      if (state === 'cleared') setState(undefined);
      save();
    },
    /** Removes the draft: it was sent, or the visitor does not want it. */
    forget,
    /** What the line above the form says, and what its button does. */
    line: {
      state,
      startOver: (empty: () => void) => {
        cleared.current = latest.current.collect();
        empty();
        forget();
        setState('cleared');
      },
      undo: () => {
        if (cleared.current) latest.current.restore(cleared.current);
        setState('kept');
        save();
      },
    },
  };
}

function formOf(key: string) {
  return key.slice(0, key.lastIndexOf(':') + 1);
}
