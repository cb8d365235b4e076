import { useEffect, useRef } from 'react';

export function useUploads() {
  const previews = useRef(new Set<string>());
  const running = useRef(new Map<string, AbortController>());

  useEffect(() => {
    const urls = previews.current;
    return () => {
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, []);

  return {
    preview(file: File): string {
      const url = URL.createObjectURL(file);
      previews.current.add(url);
      return url;
    },
    start(key: string): AbortSignal {
      const controller = new AbortController();
      running.current.set(key, controller);
      return controller.signal;
    },
    cancel: (key: string) => running.current.get(key)?.abort(),
  };
}
