import { useCallback, useEffect, useRef, useState } from 'react';
import type { SupabaseAddress } from '#app/data/supabase-context.ts';
import {
  expiredUploads,
  partitionUploads,
  pictureFault,
  plainReason,
  tooManyPictures,
  uploadFailure,
} from '#app/domain/enquiries/quote-request.ts';
import { pictureLimits } from '#app/domain/limits.ts';

/**
 * A picture that a visitor attached. It has its path once it is stored, and a preview where it was
 * chosen on this page and not before.
 */
export type InspirationPicture = { key: string; name: string; preview?: string; path?: string };

let lastKey = 0;

/** Of one page at a time: storage takes few of a network at once. */
const maxUploads = 3;
const uploadLanes = Array<Promise<void>>(maxUploads).fill(Promise.resolve());

/**
 * The pictures of one quote request. Each goes to storage on its own as soon as it is chosen; one
 * that fails is told in `failures` and the others go on.
 * @param address where the storage is
 */
export function useInspirationPictures(address: SupabaseAddress) {
  const [pictures, setPictures] = useState<InspirationPicture[]>([]);
  const [failures, setFailures] = useState<string[]>([]);
  const [touched, setTouched] = useState(false);
  const previews = useRef(new Set<string>());

  useEffect(() => {
    const made = previews.current;
    return () => {
      for (const preview of made) URL.revokeObjectURL(preview);
    };
  }, []);

  const remove = useCallback((key: string) => {
    setTouched(true);
    setPictures((all) => all.filter((picture) => picture.key !== key));
  }, []);

  const upload = useCallback(
    async (key: string, file: File) => {
      try {
        const [{ getBrowserClient }, { uploadInspirationImage }] = await Promise.all([
          import('#app/data/browser-client.ts'),
          import('#app/data/images.ts'),
        ]);
        const path = await uploadInspirationImage(getBrowserClient(address), file);
        setPictures((all) => all.map((item) => (item.key === key ? { ...item, path } : item)));
      } catch (error) {
        remove(key);
        setFailures((all) => [...all, uploadFailure(file.name, plainReason(reasonOf(error)))]);
      }
    },
    [address, remove],
  );

  const add = useCallback(
    (files: File[]) => {
      let room = pictureLimits.count - pictures.length;
      const refused: string[] = [];
      const added: { file: File; picture: InspirationPicture & { preview: string } }[] = [];
      for (const file of files) {
        const fault = pictureFault(file) ?? (room > 0 ? undefined : tooManyPictures);
        if (fault) {
          refused.push(uploadFailure(file.name, fault));
          continue;
        }
        room -= 1;
        const preview = URL.createObjectURL(file);
        previews.current.add(preview);
        added.push({ file, picture: { key: nextKey(), name: file.name, preview } });
      }
      setTouched(true);
      setFailures((all) => [...all, ...refused]);
      setPictures((all) => [...all, ...added.map(({ picture }) => picture)]);
      for (const { file, picture } of added) enqueueUpload(() => upload(picture.key, file));
    },
    [pictures.length, upload],
  );

  return {
    pictures,
    uploading: pictures.some((picture) => !picture.path),
    /** The visitor has added or removed pictures since the form was opened or sent. */
    touched,
    /** The sentences that were not acknowledged yet, a line each; '' where there are none. */
    failure: [...new Set(failures)].join('\n'),
    /** Takes away the failures that are shown. */
    acknowledge: () => setFailures((all) => all.slice(failures.length)),
    add,
    remove,
    /** Replaces all pictures by stored ones; without any, the form is as new. */
    replace: (stored: { name: string; path: string }[]) => {
      const { current, expired } = partitionUploads(stored, Date.now());
      setTouched(false);
      setPictures(current.map((picture) => ({ ...picture, key: nextKey() })));
      if (expired.length > 0) setFailures((all) => [...all, expiredUploads]);
    },
  };
}

/** @param upload never rejects */
function enqueueUpload(upload: () => Promise<void>) {
  const previous = uploadLanes.shift() ?? Promise.resolve();
  uploadLanes.push(previous.then(upload));
}

function nextKey() {
  lastKey += 1;
  return String(lastKey);
}

function reasonOf(error: unknown): string | undefined {
  if (!navigator.onLine) return 'there is no connection';
  if (typeof error !== 'object' || error === null) return undefined;
  if ('reason' in error && typeof error.reason === 'string') return error.reason;
  return 'message' in error && typeof error.message === 'string' ? error.message : undefined;
}
