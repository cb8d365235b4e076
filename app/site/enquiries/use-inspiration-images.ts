import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SupabaseAddress } from '#app/data/supabase-context.ts';
import {
  expiredImages,
  explainRejectedImage,
  explainStorageError,
  formatUploadError,
  partitionUploads,
  tooManyImages,
} from '#app/domain/enquiries/inspiration-images.ts';
import { imageLimits } from '#app/domain/limits.ts';

/** An attached image: with a path once it is stored, with a preview if it was chosen on this page. */
export type InspirationImage = { key: string; name: string; preview?: string; path?: string };

export type InspirationImages = ReturnType<typeof useInspirationImages>;

let lastKey = 0;

/** Uploads of a page at a time: storage limits those of a network. */
const maxUploads = 3;
const uploadQueues = Array<Promise<void>>(maxUploads).fill(Promise.resolve());

/** The images of one quote request. Each is uploaded on its own as soon as it is chosen. */
export function useInspirationImages(supabase: SupabaseAddress) {
  const [images, setImages] = useState<InspirationImage[]>([]);
  const [errors, setErrors] = useState<string[]>([]);
  const [isTouched, setIsTouched] = useState(false);
  const previews = useRef(new Set<string>());

  useEffect(() => {
    const created = previews.current;
    return () => {
      for (const preview of created) URL.revokeObjectURL(preview);
    };
  }, []);

  const remove = useCallback((key: string) => {
    setIsTouched(true);
    setImages((all) => all.filter((image) => image.key !== key));
  }, []);

  const upload = useCallback(
    async (key: string, file: File) => {
      try {
        const [{ getBrowserClient }, { uploadInspirationImage }] = await Promise.all([
          import('#app/data/browser-client.ts'),
          import('#app/data/images.ts'),
        ]);
        const path = await uploadInspirationImage(getBrowserClient(supabase), file);
        // At once: a submit that waits for the uploads reads the form's fields.
        flushSync(() =>
          setImages((all) => all.map((image) => (image.key === key ? { ...image, path } : image))),
        );
      } catch (error) {
        remove(key);
        const reason = explainStorageError(getReason(error));
        setErrors((all) => [...all, formatUploadError(file.name, reason)]);
      }
    },
    [supabase, remove],
  );

  const add = useCallback(
    (files: File[]) => {
      let free = imageLimits.count - images.length;
      const rejected: string[] = [];
      const added: { file: File; image: InspirationImage & { preview: string } }[] = [];
      for (const file of files) {
        const reason = explainRejectedImage(file) ?? (free > 0 ? undefined : tooManyImages);
        if (reason) {
          rejected.push(formatUploadError(file.name, reason));
          continue;
        }
        free -= 1;
        const preview = URL.createObjectURL(file);
        previews.current.add(preview);
        added.push({ file, image: { key: createKey(), name: file.name, preview } });
      }
      setIsTouched(true);
      setErrors((all) => [...all, ...rejected]);
      setImages((all) => [...all, ...added.map(({ image }) => image)]);
      for (const { file, image } of added) enqueueUpload(() => upload(image.key, file));
    },
    [images.length, upload],
  );

  return {
    images,
    waitForUploads: () => Promise.all(uploadQueues),
    isUploading: images.some((image) => !image.path),
    /** The visitor has added or removed images since the form was opened or sent. */
    isTouched,
    /** The errors that were not dismissed yet, a line each. */
    error: [...new Set(errors)].join('\n'),
    dismissErrors: () => setErrors((all) => all.slice(errors.length)),
    add,
    remove,
    /** Replaces all images by stored ones. */
    replace: (stored: { name: string; path: string }[]) => {
      const { current, expired } = partitionUploads(stored, Date.now());
      setIsTouched(false);
      setImages(current.map((image) => ({ ...image, key: createKey() })));
      if (expired.length > 0) setErrors((all) => [...all, expiredImages]);
    },
  };
}

/** @param upload never rejects */
function enqueueUpload(upload: () => Promise<void>) {
  const previous = uploadQueues.shift() ?? Promise.resolve();
  uploadQueues.push(previous.then(upload));
}

function createKey() {
  lastKey += 1;
  return String(lastKey);
}

function getReason(error: unknown): string | undefined {
  if (!navigator.onLine) return 'there is no connection';
  if (typeof error !== 'object' || error === null) return undefined;
  if ('reason' in error && typeof error.reason === 'string') return error.reason;
  return 'message' in error && typeof error.message === 'string' ? error.message : undefined;
}
