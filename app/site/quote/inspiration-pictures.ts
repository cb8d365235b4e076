import { useCallback, useEffect, useRef, useState } from 'react';
import type { SupabaseAddress } from '#app/data/supabase-context.ts';
import { pictureLimits } from '#app/domain/limits.ts';
import { uploadFailure } from '#app/domain/quote-form.ts';

/** A picture that a visitor attached; it has its path once it is stored. */
export type InspirationPicture = { key: string; name: string; preview: string; path?: string };

/**
 * The pictures of one quote request. Each goes to storage on its own as soon as it is chosen; one
 * that fails is told in `failures` and the others go on.
 * @param address where the storage is
 */
export function useInspirationPictures(address: SupabaseAddress) {
  const [pictures, setPictures] = useState<InspirationPicture[]>([]);
  const [failures, setFailures] = useState<string[]>([]);
  const [toldFailures, setToldFailures] = useState(0);
  const previews = useRef(new Set<string>());

  useEffect(() => {
    const made = previews.current;
    return () => {
      for (const preview of made) URL.revokeObjectURL(preview);
    };
  }, []);

  const remove = useCallback((key: string) => {
    setPictures((all) => all.filter((picture) => picture.key !== key));
  }, []);

  const upload = useCallback(
    async (key: string, file: File) => {
      try {
        const [{ browserClient }, { uploadInspirationImage }] = await Promise.all([
          import('#app/data/browser-client.ts'),
          import('#app/data/images.ts'),
        ]);
        const path = await uploadInspirationImage(browserClient(address), file);
        setPictures((all) => all.map((item) => (item.key === key ? { ...item, path } : item)));
      } catch (error) {
        remove(key);
        setFailures((all) => [...all, uploadFailure(file.name, reasonOf(error))]);
      }
    },
    [address, remove],
  );

  const add = useCallback(
    (files: File[]) => {
      const room = pictureLimits.count - pictures.length;
      const refused = files.slice(Math.max(room, 0));
      setFailures((all) => [
        ...all,
        ...refused.map((file) =>
          uploadFailure(file.name, `only ${pictureLimits.count} pictures can be sent`),
        ),
      ]);
      const added = files.slice(0, Math.max(room, 0)).map((file) => {
        const preview = URL.createObjectURL(file);
        previews.current.add(preview);
        return { file, picture: { key: crypto.randomUUID(), name: file.name, preview } };
      });
      setPictures((all) => [...all, ...added.map(({ picture }) => picture)]);
      for (const { file, picture } of added) void upload(picture.key, file);
    },
    [pictures.length, upload],
  );

  return {
    pictures,
    uploading: pictures.some((picture) => !picture.path),
    /** The sentence of the oldest failure that was not acknowledged yet. */
    failure: failures[0],
    /** How many failures were acknowledged so far. */
    toldFailures,
    acknowledge: () => {
      setFailures((all) => all.slice(1));
      setToldFailures((count) => count + 1);
    },
    add,
    remove,
    clear: () => setPictures([]),
  };
}

function reasonOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('reason' in error && typeof error.reason === 'string') return error.reason;
  return 'message' in error && typeof error.message === 'string' ? error.message : undefined;
}
