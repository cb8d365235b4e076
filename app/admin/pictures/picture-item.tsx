import { type LucideIcon, RotateCw, Star, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { PictureText } from './picture-text.tsx';
import { Thumbnail } from './thumbnail.tsx';
import { type EditedPicture, isUploading, type Pictures } from './use-pictures.ts';

type PictureItemProps = {
  picture: EditedPicture;
  pictures: Pictures;
  isCover: boolean;
  /** What it is moved by; null where there is nothing to sort. */
  handle: ReactNode;
};

/** One picture of the list: how far its upload is, and what can be done with it. */
export function PictureItem({ picture, pictures, isCover, handle }: PictureItemProps) {
  const { key, name, path, preview, failed } = picture;
  const [cover] = pictures.pictures;
  return (
    <div
      className={`flex min-w-0 flex-col border bg-sheet ${failed ? 'border-barn' : 'border-line'}`}
    >
      <div className="relative aspect-4/3 bg-pine">
        {preview ? (
          <img src={preview} alt={name} className="size-full object-cover" />
        ) : (
          path && <Thumbnail path={path} alt={name} width={320} className="size-full" />
        )}
        {isCover && (
          <span className="absolute top-2 left-2 bg-ink px-2 py-0.5 font-medium text-sm text-white">
            Cover
          </span>
        )}
        {isUploading(picture) && <UploadProgress picture={picture} />}
        {failed && <NotUploaded />}
      </div>
      <div className="flex items-center justify-between border-line border-b pl-2">
        {handle}
        {handle && !isCover && (
          <ItemButton
            Icon={Star}
            label={`Make ${name} the cover`}
            onClick={() => pictures.move(key, cover?.key ?? key)}
          />
        )}
        {failed && (
          <ItemButton
            Icon={RotateCw}
            label={`Try ${name} again`}
            onClick={() => pictures.tryAgain(picture)}
          />
        )}
        <ItemButton
          Icon={X}
          label={`Remove ${name}`}
          onClick={() => pictures.remove(key)}
          className="ml-auto"
        />
      </div>
      <PictureText picture={picture} texts={pictures.texts} />
    </div>
  );
}

function UploadProgress({ picture: { name, progress } }: { picture: EditedPicture }) {
  return (
    <span className="absolute inset-0 flex flex-col justify-end bg-white/60">
      <progress
        aria-label={`Uploading ${name}`}
        max={1}
        // Before anything has left, the bar has no value: the picture is being made smaller.
        {...(progress > 0 ? { value: progress } : {})}
        className="h-2.5 w-full accent-barn"
      />
    </span>
  );
}

function NotUploaded() {
  return (
    <span className="absolute inset-0 flex items-end bg-white/60">
      <span className="w-full bg-barn px-2 py-1 font-medium text-sm text-white">Not uploaded</span>
    </span>
  );
}

type ItemButtonProps = ComponentProps<'button'> & { Icon: LucideIcon; label: string };

function ItemButton({ Icon, label, className = '', ...props }: ItemButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`grid size-11 place-items-center text-ink-soft hover:bg-pine hover:text-ink focus-visible:outline-2 focus-visible:outline-offset-[-2px] ${className}`}
      {...props}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
