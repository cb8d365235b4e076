import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { logError } from '#app/admin/log-error.ts';
import { useUnloadWarning } from '#app/admin/records/unsaved-input.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { Button } from '#app/ui/button.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { type QuoteRequest, updateQuoteRequest } from '../quote-requests.ts';

export type SaveState = 'unsaved' | 'saving' | 'saved' | 'failed';

type Autosave = {
  change: (text: string) => void;
  flush: () => Promise<void>;
  stop: () => void;
};

/** Runs one save at a time, and retries a failed one with the next change. */
export function createAutosave(options: {
  save: (text: string) => Promise<unknown>;
  onState: (state: SaveState, error?: unknown) => void;
  debounceMs: number;
}): Autosave {
  let unsaved: string | undefined;
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function saveAll() {
    while (unsaved !== undefined) {
      const text = unsaved;
      options.onState('saving');
      try {
        await options.save(text);
      } catch (error) {
        if (unsaved !== undefined) options.onState('failed', error);
        return;
      }
      if (unsaved === text) {
        unsaved = undefined;
        options.onState('saved');
      }
    }
  }

  async function flush() {
    clearTimeout(timer);
    running ??= saveAll().finally(() => {
      running = undefined;
    });
    await running;
  }

  return {
    flush,
    change(text) {
      unsaved = text;
      clearTimeout(timer);
      timer = setTimeout(flush, options.debounceMs);
      if (!running) options.onState('unsaved');
    },
    stop() {
      clearTimeout(timer);
      unsaved = undefined;
    },
  };
}

const debounceMs = 800;

type Draft = { text: string; state: SaveState };

/** Keeps unsaved notes after their dialog is closed. */
export function useNotes(onSaved: (row: QuoteRequest) => void, shownId: string | undefined) {
  const client = useAdminClient();
  const toasts = useToasts();
  const [drafts, setDrafts] = useState<Record<string, Draft>>({});
  const autosaves = useRef(new Map<string, Autosave>());
  const shown = useRef(shownId);

  useEffect(() => {
    shown.current = shownId;
  }, [shownId]);

  const getAutosave = useCallback(
    ({ id, customer_name }: QuoteRequest) => {
      const known = autosaves.current.get(id);
      if (known) return known;
      const made = createAutosave({
        save: async (notes) => onSaved(await updateQuoteRequest(client, id, { notes })),
        onState: (state, error) => {
          setDrafts((all) => ({ ...all, [id]: { text: all[id]?.text ?? '', state } }));
          if (state === 'saved') toasts.clear(`notes ${id}`);
          if (state !== 'failed') return;
          logError('Notes save failed', error);
          if (shown.current !== id)
            toasts.error(`Couldn't save the notes on ${customer_name}'s request.`, {
              key: `notes ${id}`,
            });
        },
        debounceMs,
      });
      autosaves.current.set(id, made);
      return made;
    },
    [client, onSaved, toasts],
  );

  useEffect(() => {
    const all = autosaves.current;
    return () => {
      for (const autosave of all.values()) void autosave.flush();
    };
  }, []);

  const states = Object.values(drafts).map((draft) => draft.state);
  useUnloadWarning(states.some((state) => state !== 'saved'));

  return {
    drafts,
    hasFailed: states.includes('failed'),
    change(row: QuoteRequest, text: string) {
      setDrafts((all) => ({ ...all, [row.id]: { text, state: all[row.id]?.state ?? 'unsaved' } }));
      getAutosave(row).change(text);
    },
    flush: (row: Pick<QuoteRequest, 'id'>) => void autosaves.current.get(row.id)?.flush(),
    forget(row: Pick<QuoteRequest, 'id'>) {
      autosaves.current.get(row.id)?.stop();
      autosaves.current.delete(row.id);
      setDrafts(({ [row.id]: _gone, ...rest }) => rest);
    },
  };
}

export type Notes = ReturnType<typeof useNotes>;

const notesLength = 10_000;

const stateText = {
  unsaved: 'Saving...',
  saving: 'Saving...',
  saved: 'Saved',
  failed: "Failed. Your notes aren't saved yet.",
};

export function NotesEditor({ row, notes }: { row: QuoteRequest; notes: Notes }) {
  const id = useId();
  const draft = notes.drafts[row.id];

  return (
    <div>
      <label htmlFor={id} className="mb-2 block font-semibold text-base">
        Admin Notes
      </label>
      <textarea
        id={id}
        rows={4}
        maxLength={notesLength}
        value={draft?.text ?? row.notes ?? ''}
        onChange={(event) => notes.change(row, event.target.value)}
        onBlur={() => notes.flush(row)}
        className="block field-sizing-content max-h-80 min-h-28 w-full rounded-md border border-line-firm bg-sheet px-3.5 py-2.5"
        aria-describedby={`${id}-state`}
      />
      <div className="mt-1 flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <p
          id={`${id}-state`}
          role="status"
          className={draft?.state === 'failed' ? 'font-semibold text-barn' : 'text-ink-soft'}
        >
          {draft ? stateText[draft.state] : 'Only staff see these. Saved as you type.'}
        </p>
        {draft?.state === 'failed' && (
          <Button variant="secondary" className="px-3 py-1.5" onClick={() => notes.flush(row)}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
