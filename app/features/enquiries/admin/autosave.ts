export type SaveState = 'unsaved' | 'saving' | 'saved' | 'failed';

export type Autosave = {
  change: (text: string) => void;
  flush: () => Promise<void>;
  stop: () => void;
};

/** Runs one save at a time; a failed save is repeated with the next one. */
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
