import { useCallback, useEffect, useRef, useState } from 'react';
import { logError } from '#app/admin/log-error.ts';
import { useUnloadWarning } from '#app/admin/records/unsaved-input.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { type QuoteRequest, updateQuoteRequest } from '../quote-requests.ts';
import { type Autosave, createAutosave, type SaveState } from './autosave.ts';

const debounceMs = 800;

type Draft = { text: string; state: SaveState };

/** A draft that could not be saved outlives its dialog. */
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
          logError('Could not save the notes', error);
          if (shown.current !== id)
            toasts.error(`The notes on ${customer_name}'s request could not be saved.`, {
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
