import { BookImage, Crosshair, type LucideIcon, RotateCw, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { toObjectPosition } from '#app/ui/responsive-image.tsx';
import { FocalPointDialog } from './focal-point-dialog.tsx';
import { getThumbnailUrl, Thumbnail } from './thumbnail.tsx';
import { maxAltTextLength } from './use-alt-texts.ts';
import { type EditedImage, type EditedImages, isUploading } from './use-images.ts';

type ImageItemProps = {
  image: EditedImage;
  images: EditedImages;
  isCover: boolean;
  isDescribed: boolean;
  handle: ReactNode;
};

export function ImageItem({ image, images, isCover, isDescribed, handle }: ImageItemProps) {
  const { key, name, path, preview, failed } = image;
  const [cover] = images.images;
  const [isChoosing, setIsChoosing] = useState(false);
  const { altTexts } = images;
  const focalPoint = altTexts.getFocalPoint(image);
  const position = focalPoint && toObjectPosition(focalPoint);
  const src = preview ?? (path && getThumbnailUrl(path, 960));
  return (
    <div
      className={`flex min-w-0 flex-col border bg-sheet ${failed ? 'border-barn' : 'border-line'}`}
    >
      <div className="relative aspect-4/3 bg-pine">
        {preview ? (
          <img
            src={preview}
            alt={name}
            style={{ objectPosition: position }}
            className="size-full object-cover"
          />
        ) : (
          path && (
            <Thumbnail
              path={path}
              alt={name}
              width={320}
              position={position}
              className="size-full"
            />
          )
        )}
        {isCover && (
          <span className="absolute top-2 left-2 bg-ink px-2 py-0.5 font-medium text-sm text-white">
            Cover
          </span>
        )}
        {isDescribed && src && path && (
          <ItemButton
            Icon={Crosshair}
            label={`Focal point of ${name}`}
            disabled={!altTexts.editable(image)}
            onClick={() => setIsChoosing(true)}
            className="absolute right-1.5 bottom-1.5 rounded-md border border-line-firm bg-sheet"
          />
        )}
        {isUploading(image) && <UploadProgress image={image} />}
        {failed && <NotUploaded />}
      </div>
      <div className="flex items-center justify-between border-line border-b pl-2">
        {handle}
        {handle && isDescribed && !isCover && (
          <ItemButton
            Icon={BookImage}
            label={`Make ${name} the cover`}
            onClick={() => images.move(key, cover?.key ?? key)}
          />
        )}
        {failed && (
          <ItemButton
            Icon={RotateCw}
            label={`Try ${name} again`}
            onClick={() => images.tryAgain(image)}
          />
        )}
        <ItemButton
          Icon={X}
          label={`Remove ${name}`}
          onClick={() => images.remove(key)}
          className="ml-auto"
        />
      </div>
      {isDescribed && <AltTextField image={image} altTexts={altTexts} />}
      {isChoosing && src && (
        <FocalPointDialog
          name={name}
          src={src}
          initial={focalPoint}
          onChoose={(point) => altTexts.setFocalPoint(key, point)}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </div>
  );
}

function UploadProgress({ image: { name, progress } }: { image: EditedImage }) {
  return (
    <span className="absolute inset-0 flex flex-col justify-end bg-white/60">
      <progress
        aria-label={`Uploading ${name}`}
        max={1}
        // Indeterminate while the image is being prepared.
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
      className={`grid size-11 place-items-center text-ink-soft hover:bg-pine hover:text-ink focus-visible:outline-2 focus-visible:outline-offset-[-2px] disabled:opacity-40 ${className}`}
      {...props}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}

type AltTextFieldProps = { image: EditedImage; altTexts: EditedImages['altTexts'] };

function AltTextField({ image, altTexts }: AltTextFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col px-2 pt-1.5 pb-2">
      <label htmlFor={id} className="text-ink-soft text-sm leading-snug">
        What it shows<span className="sr-only">: {image.name}</span>
      </label>
      <textarea
        id={id}
        rows={2}
        dir="auto"
        maxLength={maxAltTextLength}
        disabled={!altTexts.editable(image)}
        value={altTexts.getText(image)}
        onChange={(event) => altTexts.type(image.key, event.target.value)}
        className="field-sizing-content mt-1 block max-h-48 min-h-11 w-full resize-none rounded-md border border-line-firm bg-sheet px-2 py-2 leading-snug disabled:bg-pine"
      />
    </div>
  );
}
