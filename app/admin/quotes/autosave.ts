/** `unsaved`: something was typed and its save has not begun. */
export type SaveState = 'unsaved' | 'saving' | 'saved' | 'failed';

/** A text that is saved as it is typed. */
export type Autosave = {
  /** Saves a text once the typing pauses. */
  change: (text: string) => void;
  /** Saves at once what is not saved yet; resolves after the attempt. */
  flush: () => Promise<void>;
  /** Discards what is not saved yet. */
  stop: () => void;
};

/**
 * Saves a text as it is typed. One save runs at a time, so that an older text never lands on a
 * newer one, and a text whose save failed is saved with the next attempt.
 * @param debounceMs how long the typing must pause
 */
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
