import { ImagePlus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { pictureLimits } from '#app/domain/limits.ts';
import { Picture } from '#app/ui/picture.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { InspirationPicture } from './inspiration-pictures.ts';

type PickerProps = {
  id: string;
  pictures: InspirationPicture[];
  /** Paths that a post without scripts has stored already. */
  stored: string[];
  error?: string | undefined;
  onAdd: (files: File[]) => void;
  onRemove: (key: string) => void;
};

/**
 * Attaches pictures. With scripts they leave at once and show as thumbnails; without, the field
 * sends its files with the form.
 */
export function PicturePicker({ id, pictures, stored, error, onAdd, onRemove }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);

  function takeFiles() {
    const files = [...(input.current?.files ?? [])];
    // The files are on their way: the form must not send them once more.
    if (input.current) input.current.value = '';
    if (files.length > 0) onAdd(files);
  }

  // The button that had the focus goes with its picture.
  function remove(key: string) {
    onRemove(key);
    input.current?.focus();
  }

  // What was chosen before the scripts woke up.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form wakes up
  useEffect(takeFiles, []);

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold text-[0.9375rem] leading-snug">
        Inspiration pictures <span className="font-normal text-ink-soft">(optional)</span>
      </legend>
      <label className="relative flex min-h-20 cursor-pointer items-center gap-3.5 rounded-md border border-line-firm border-dashed bg-paper px-4 py-3 hover:border-ink hover:bg-sheet has-focus-visible:outline-3 has-focus-visible:outline-barn has-focus-visible:outline-offset-2">
        <ImagePlus aria-hidden="true" className="size-6 shrink-0 text-ink-soft" strokeWidth={1.5} />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">Choose pictures</span>
          <span id={`${id}-hint`} className="block text-ink-soft text-sm leading-snug">
            A place you like, a sketch, your yard: up to {pictureLimits.count} pictures, 15 MB each.
          </span>
          <input
            ref={input}
            id={id}
            type="file"
            name="inspiration_files"
            accept={pictureLimits.types.join(',')}
            multiple
            onChange={takeFiles}
            aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
            aria-invalid={error ? true : undefined}
            className="mt-2 block w-full text-sm scripting:absolute scripting:inset-0 scripting:mt-0 scripting:cursor-pointer scripting:opacity-0"
          />
        </span>
      </label>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 font-medium text-barn text-sm">
          {error}
        </p>
      )}
      {pictures.length > 0 && (
        <ul className="mt-3 grid grid-cols-3 gap-3 sm:grid-cols-5">
          {pictures.map((picture) => (
            <li key={picture.key} className="relative aspect-square border border-line bg-pine">
              <Picture
                path={picture.preview ?? picture.path ?? ''}
                alt={picture.name}
                sizes="160px"
                width={160}
                height={160}
                className="size-full overflow-hidden break-all object-cover text-xs"
              />
              {!picture.path && (
                <span className="absolute inset-0 grid place-items-center bg-white/75">
                  <Spinner label={`Uploading ${picture.name}`} />
                </span>
              )}
              {picture.path && (
                <input type="hidden" name="inspiration_images" value={picture.path} />
              )}
              <button
                type="button"
                aria-label={`Remove ${picture.name}`}
                onClick={() => remove(picture.key)}
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
      {stored.length > 0 && <StoredPictures paths={stored} />}
    </fieldset>
  );
}

function StoredPictures({ paths }: { paths: string[] }) {
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
              className="size-6 accent-barn"
            />
            <span className="block size-14 shrink-0 border border-line">
              <Picture
                path={path}
                alt=""
                sizes="56px"
                width={56}
                height={56}
                className="size-full object-cover"
              />
            </span>
            Send picture {index + 1} with the request
          </label>
        </li>
      ))}
    </ul>
  );
}
