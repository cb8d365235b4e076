import { ImagePlus, X } from 'lucide-react';
import {
  type ComponentProps,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { SupabaseConnection } from '#app/lib/client.ts';
import { imageLimits } from '#app/lib/limits.ts';
import { Button } from '#app/ui/button.tsx';
import type { AlertDialog } from '#app/ui/dialog.tsx';
import { FocusRing } from '#app/ui/field.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import {
  expiredImages,
  explainRejectedImage,
  explainRejectedUpload,
  explainTooManyImages,
  formatPhotos,
  formatUploadError,
  partitionUploads,
} from '../quote-request-form.ts';

/**
 * An attached image: with a path once it is stored, with a preview if it was chosen on this page and the
 * browser can decode it.
 */
type InspirationImage = {
  key: string;
  name: string;
  preview?: string;
  path?: string;
  /** The share that is uploaded, 0 to 1. */
  progress?: number;
  /** The connection was lost during the upload, which can be retried. */
  isInterrupted?: boolean;
};

export type InspirationImages = ReturnType<typeof useInspirationImages>;

let lastKey = 0;

/** How many uploads run at once; the storage limits uploads per network. */
const maxUploads = 3;
const uploadQueues = Array<Promise<void>>(maxUploads).fill(Promise.resolve());

/** @param max how many images can be attached */
export function useInspirationImages(
  supabase: SupabaseConnection,
  max: number = imageLimits.count,
) {
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
      let free = max - images.length;
      const rejected: string[] = [];
      const added: { file: File; image: InspirationImage }[] = [];
      for (const file of files) {
        const reason =
          explainRejectedImage(file) ?? (free > 0 ? undefined : explainTooManyImages(max));
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
    [images.length, max, upload],
  );

  function retry() {
    setImages((all) => all.map((image) => ({ ...image, isInterrupted: false })));
    for (const [key, file] of interrupted.current) enqueueUpload(() => upload(key, file));
    interrupted.current.clear();
  }

  return {
    images,
    waitForUploads: () => Promise.all(uploadQueues),
    hasInterrupted: () => interrupted.current.size > 0,
    isUploading: images.some((image) => !image.path && !image.isInterrupted),
    /** The visitor has added or removed images since the form was opened or sent. */
    isTouched,
    error: [...new Set(errors)].join('\n'),
    dismissErrors: () => setErrors((all) => all.slice(errors.length)),
    add,
    remove,
    /** Retries interrupted uploads. */
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

/** Whether the connection was lost during an upload, or while its scripts loaded. */
const isInterruption = (error: unknown) =>
  error instanceof TypeError ||
  (error instanceof Error &&
    (!navigator.onLine || ('isInterrupted' in error && error.isInterrupted === true)));

function getReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return navigator.onLine ? error.message : "you're offline";
}

type ImagePickerProps = {
  id: string;
  legend?: string;
  prompt?: string;
  hint?: string;
  storedLabel?: string;
  max?: number;
  images: InspirationImage[];
  /** The paths of images that a post without scripts has stored. */
  stored: string[];
  error?: string | undefined;
  onAdd: (files: File[]) => void;
  onRemove: (key: string) => void;
  onRetry: () => void;
};

export function ImagePicker({
  id,
  legend = 'Inspiration photos',
  prompt = 'Choose photos',
  max = imageLimits.count,
  hint = `A place you like, a sketch, your yard: up to ${formatPhotos(max)}, 15 MB each.`,
  storedLabel,
  images,
  stored,
  error,
  onAdd,
  onRemove,
  onRetry,
}: ImagePickerProps) {
  const input = useRef<HTMLInputElement>(null);

  function addFiles() {
    const files = [...(input.current?.files ?? [])];
    // Otherwise the form would send the files again.
    if (input.current) input.current.value = '';
    if (files.length > 0) onAdd(files);
  }

  function remove(key: string) {
    onRemove(key);
    // The focused button is removed, too.
    input.current?.focus();
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold text-[0.9375rem] leading-snug">
        {legend} <span className="font-normal text-ink-soft">(optional)</span>
      </legend>
      <label className="relative flex min-h-20 cursor-pointer items-center gap-3.5 rounded-md border border-line-firm border-dashed bg-paper px-4 py-3 hover:border-ink hover:bg-sheet">
        <ImagePlus aria-hidden="true" className="size-6 shrink-0 text-ink-soft" strokeWidth={1.5} />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{prompt}</span>
          <span id={`${id}-hint`} className="block text-ink-soft text-sm leading-snug">
            {hint}
          </span>
          <input
            ref={input}
            id={id}
            type="file"
            name="inspiration_files"
            accept={`${imageLimits.types.join(',')},.heic,.heif`}
            multiple={max > 1}
            onChange={addFiles}
            aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
            aria-invalid={error ? true : undefined}
            className="peer mt-2 block w-full text-sm scripting:absolute scripting:inset-0 scripting:mt-0 scripting:cursor-pointer scripting:opacity-0"
          />
          <FocusRing />
        </span>
      </label>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 font-medium text-barn text-sm">
          {error}
        </p>
      )}
      {images.length > 0 && (
        <ul className="mt-3 grid grid-cols-3 gap-3 sm:grid-cols-5">
          {images.map((image) => (
            <li key={image.key} className="relative aspect-square border border-line bg-pine">
              {(image.preview || image.path) && (
                <ResponsiveImage
                  path={image.preview ?? image.path ?? ''}
                  alt={image.name}
                  sizes="160px"
                  width={160}
                  height={160}
                  className="size-full overflow-hidden break-all object-cover text-xs"
                />
              )}
              {!image.path && (
                <span className="absolute inset-0 flex flex-col justify-end bg-white/60 font-medium text-barn text-sm">
                  {image.isInterrupted ? (
                    'Not uploaded'
                  ) : (
                    <progress
                      aria-label={`Uploading ${image.name}`}
                      max={1}
                      // Indeterminate while the image is being downscaled.
                      value={image.progress}
                      className="h-2.5 w-full accent-brand"
                    />
                  )}
                </span>
              )}
              {image.path && <input type="hidden" name="inspiration_images" value={image.path} />}
              <button
                type="button"
                aria-label={`Remove ${image.name}`}
                onClick={() => remove(image.key)}
                className="absolute -top-2 -right-2 grid size-11 place-items-center sm:size-9"
              >
                <span className="grid size-7 place-items-center rounded-full bg-ink text-white">
                  <X aria-hidden="true" className="size-4" />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {images.some(({ isInterrupted }) => isInterrupted) && (
        <Button variant="secondary" onClick={onRetry} className="mt-3">
          Try again
        </Button>
      )}
      {stored.length > 0 && <StoredImages paths={stored} label={storedLabel} />}
    </fieldset>
  );
}

type StoredImagesProps = { paths: string[]; label: string | undefined };

function StoredImages({ paths, label }: StoredImagesProps) {
  return (
    <ul className="mt-3 grid gap-2">
      {paths.map((path, index) => (
        <li key={path}>
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="inspiration_images"
              value={path}
              defaultChecked
              className="size-6 accent-brand"
            />
            <span className="block size-14 shrink-0 border border-line">
              <ResponsiveImage
                path={path}
                alt=""
                sizes="56px"
                width={56}
                height={56}
                className="size-full object-cover"
              />
            </span>
            {label ?? `Send photo ${index + 1} with the request`}
          </label>
        </li>
      ))}
    </ul>
  );
}

// Without a connection, the dialog can't be loaded either.
const LazyAlertDialog = lazy(async () => {
  try {
    const { AlertDialog } = await import('#app/ui/dialog.tsx');
    return { default: AlertDialog };
  } catch {
    return { default: InlineAlert };
  }
});

/** @param props.message the failed images, a line each */
export function UploadAlert({ message, onClose }: { message: string; onClose: () => void }) {
  if (!message) return null;
  return (
    <Suspense>
      <LazyAlertDialog
        open
        onClose={onClose}
        title={message.includes('\n') ? 'Photos not attached' : 'Photo not attached'}
      >
        {message}
      </LazyAlertDialog>
    </Suspense>
  );
}

function InlineAlert({ title, children, onClose }: ComponentProps<typeof AlertDialog>) {
  return (
    <div role="alert" className="warning">
      <p className="font-semibold">{title}</p>
      <p className="my-2 whitespace-pre-line break-words">{children}</p>
      <Button variant="secondary" onClick={onClose}>
        OK
      </Button>
    </div>
  );
}
