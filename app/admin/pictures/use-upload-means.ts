import { useEffect, useRef } from 'react';

/** What uploads need while they run: previews, turns, and a way to call one off. */
export function useUploadMeans() {
  const previews = useRef(new Set<string>());
  const running = useRef(new Map<string, AbortController>());
  const turn = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    const made = previews.current;
    return () => {
      for (const address of made) URL.revokeObjectURL(address);
    };
  }, []);

  return {
    /** The address of a file on this machine, for as long as the component lives. */
    preview(file: File): string {
      const address = URL.createObjectURL(file);
      previews.current.add(address);
      return address;
    },
    /** One after the other: a photograph takes a lot of memory while it is open. */
    inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
      const result = turn.current.then(task);
      turn.current = result.catch(() => undefined);
      return result;
    },
    begin(key: string): AbortSignal {
      const controller = new AbortController();
      running.current.set(key, controller);
      return controller.signal;
    },
    /** Calls the upload off, if it still runs. */
    cancel: (key: string) => running.current.get(key)?.abort(),
  };
}
