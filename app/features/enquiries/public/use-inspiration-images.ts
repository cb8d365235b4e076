import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SupabaseConnection } from '#app/lib/client.ts';
import { imageLimits } from '#app/lib/limits.ts';
import {
  expiredImages,
  explainRejectedImage,
  explainRejectedUpload,
  formatUploadError,
  partitionUploads,
  tooManyImages,
} from '../inspiration-images.ts';

/**
 * An attached image: with a path once it is stored, with a preview if it was chosen on this page and the
 * browser can decode it.
 */
export type InspirationImage = {
  key: string;
  name: string;
  preview?: string;
  path?: string;
  /** The share that is uploaded, 0 to 1. */
  progress?: number;
  /** Its upload has failed for lack of a connection, and can be tried again. */
  isInterrupted?: boolean;
};

export type InspirationImages = ReturnType<typeof useInspirationImages>;

let lastKey = 0;

/** Uploads of a page at a time: storage limits those of a network. */
const maxUploads = 3;
const uploadQueues = Array<Promise<void>>(maxUploads).fill(Promise.resolve());

export function useInspirationImages(supabase: SupabaseConnection) {
  const [images, setImages] = useState<InspirationImage[]>([]);
  const [errors, setErrors] = useState<string[]>([]);
  const [isTouched, setIsTouched] = useState(false);
  const previews = useRef(new Set<string>());
  /** The files of interrupted uploads, by key. */
  const interrupted = useRef(new Map<string, File>());

  useEffect(() => {
    const created = previews.current;
    return () => {
      for (const preview of created) URL.revokeObjectURL(preview);
    };
  }, []);

  const remove = useCallback((key: string) => {
    setIsTouched(true);
    interrupted.current.delete(key);
    setImages((all) => all.filter((image) => image.key !== key));
  }, []);

  const upload = useCallback(
    async (key: string, file: File) => {
      const change = (changes: Partial<InspirationImage>) =>
        setImages((all) =>
          all.map((image) => (image.key === key ? { ...image, ...changes } : image)),
        );
      const fail = (reason: string | undefined) => {
        remove(key);
        setErrors((all) => [...all, ...formatUploadError(file.name, reason)]);
      };
      try {
        const [
          { getBrowserClient },
          { downscaleImage },
          { uploadInspirationImage },
          { observeUpload },
        ] = await Promise.all([
          import('#app/lib/browser-client.ts'),
          import('#app/features/images/downscale-image.ts'),
          import('#app/features/images/images.ts'),
          import('#app/lib/upload-progress.ts'),
        ]);
        const image = await downscaleImage(file);
        const rejection = explainRejectedUpload(image);
        if (rejection) return fail(rejection);
        if (image !== file) {
          const preview = URL.createObjectURL(image);
          previews.current.add(preview);
          change({ preview });
        }
        observeUpload(image, { onProgress: (progress) => change({ progress }) });
        const path = await uploadInspirationImage(getBrowserClient(supabase), image);
        // At once: a submit that waits for the uploads reads the form's fields.
        flushSync(() => change({ path }));
      } catch (error) {
        if (!isInterruption(error)) return fail(getReason(error));
        interrupted.current.set(key, file);
        change({ isInterrupted: true });
        setErrors((all) => [...all, ...formatUploadError(file.name, getReason(error))]);
      }
    },
    [supabase, remove],
  );

  const add = useCallback(
    (files: File[]) => {
      let free = imageLimits.count - images.length;
      const rejected: string[] = [];
      const added: { file: File; image: InspirationImage }[] = [];
      for (const file of files) {
        const reason = explainRejectedImage(file) ?? (free > 0 ? undefined : tooManyImages);
        if (reason) {
          rejected.push(...formatUploadError(file.name, reason));
          continue;
        }
        free -= 1;
        added.push({ file, image: { key: createKey(), name: file.name } });
      }
      setIsTouched(true);
      setErrors((all) => [...all, ...rejected]);
      setImages((all) => [...all, ...added.map(({ image }) => image)]);
      for (const { file, image } of added) enqueueUpload(() => upload(image.key, file));
    },
    [images.length, upload],
  );

  function retry() {
    setImages((all) => all.map((image) => ({ ...image, isInterrupted: false })));
    for (const [key, file] of interrupted.current) enqueueUpload(() => upload(key, file));
    interrupted.current.clear();
  }

  return {
    images,
    waitForUploads: () => Promise.all(uploadQueues),
    isUploading: images.some((image) => !image.path && !image.isInterrupted),
    /** The visitor has added or removed images since the form was opened or sent. */
    isTouched,
    error: [...new Set(errors)].join('\n'),
    dismissErrors: () => setErrors((all) => all.slice(errors.length)),
    add,
    remove,
    /** Uploads again what was interrupted. */
    retry,
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

/** Whether an upload has failed for lack of a connection, which its scripts may have lacked too. */
const isInterruption = (error: unknown) =>
  error instanceof TypeError ||
  (error instanceof Error &&
    (!navigator.onLine || ('isInterrupted' in error && error.isInterrupted === true)));

function getReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Everything else than an upload's error comes from loading the scripts.
  if (error.name !== 'UploadError' && !navigator.onLine) return 'there is no connection';
  return error.message;
}
