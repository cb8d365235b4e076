import { BookImage, Crosshair, ImagePlus, type LucideIcon, RotateCw, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type ComponentProps,
  type DragEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { AlertDialog } from '#app/ui/dialog.tsx';
import { FocusRing } from '#app/ui/field.tsx';
import { toObjectPosition } from '#app/ui/responsive-image.tsx';
import { SortableGrid } from '../lists/sortable-grid.tsx';
import { FocalPointDialog } from './focal-point-dialog.tsx';
import { getThumbnailUrl, Thumbnail } from './thumbnail.tsx';
import {
  type EditedImage,
  type EditedImages,
  isUploading,
  maxAltTextLength,
} from './use-images.ts';

type ImageFieldProps = {
  legend: string;
  images: EditedImages;
  multiple?: boolean;
  isDescribed?: boolean;
  isRequired?: boolean;
  hint: ReactNode;
};

export function ImageField({
  legend,
  images,
  multiple = false,
  isDescribed = true,
  isRequired = false,
  hint,
}: ImageFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isDragOver, setIsDragOver] = useState(false);
  const uploadCount = images.images.filter(isUploading).length;

  function addFiles(files: Iterable<File>) {
    const all = [...files];
    images.add(multiple ? all : all.slice(0, 1));
  }

  function dragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsDragOver(true);
  }

  function dragLeave({ currentTarget, relatedTarget }: DragEvent) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
      setIsDragOver(false);
  }

  function drop(event: DragEvent) {
    setIsDragOver(false);
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    addFiles(event.dataTransfer.files);
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    addFiles(files);
  }

  return (
    <fieldset
      className="min-w-0"
      onDragOver={dragOver}
      onDragLeave={dragLeave}
      onDrop={drop}
      onPaste={paste}
    >
      <legend className="mb-1.5 font-semibold text-[0.9375rem] leading-snug">
        {legend}
        {!isRequired && <span className="font-normal text-ink-soft"> (optional)</span>}
      </legend>
      <label
        htmlFor={id}
        data-over={isDragOver || undefined}
        className="relative flex min-h-20 cursor-pointer items-center gap-3.5 rounded-md border border-line-firm border-dashed bg-paper px-4 py-3 hover:border-ink hover:bg-sheet data-over:border-ink data-over:bg-pine"
      >
        <ImagePlus aria-hidden className="size-6 shrink-0 text-ink-soft" strokeWidth={1.5} />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">
            {multiple ? 'Choose images' : 'Choose an image'}
            <span className="font-normal text-ink-soft pointer-coarse:hidden max-sm:hidden">
              {multiple ? ', or drop or paste them here' : ', or drop or paste one here'}
            </span>
          </span>
          <span id={`${id}-hint`} className="block text-ink-soft text-sm leading-snug">
            {hint}
          </span>
        </span>
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          multiple={multiple}
          aria-describedby={`${id}-hint`}
          onChange={() => {
            addFiles(input.current?.files ?? []);
            // So that the same file can be chosen again.
            if (input.current) input.current.value = '';
          }}
          className="peer absolute inset-0 cursor-pointer opacity-0"
        />
        <FocusRing />
      </label>
      <p role="status" className="sr-only">
        {uploadCount > 0 &&
          `${uploadCount} ${uploadCount === 1 ? 'image is' : 'images are'} uploading`}
      </p>
      <ImageList images={images} sortable={multiple} isDescribed={isDescribed} />
      <AlertDialog {...images.alert} finalFocus={input} />
    </fieldset>
  );
}

export function ImagesField({ images }: { images: EditedImages }) {
  return (
    <ImageField
      legend="Images"
      images={images}
      multiple
      hint="The first one is the cover. We resize your photos and remove their location data."
    />
  );
}

type ImageListProps = { images: EditedImages; sortable: boolean; isDescribed: boolean };

function ImageList({ images, sortable, isDescribed }: ImageListProps) {
  const rows = images.images.map((image) => ({
    id: image.key,
    title: image.name,
    image,
  }));
  if (rows.length === 0) return null;

  return (
    <>
      <SortableGrid
        label="Images"
        rows={rows}
        onMove={images.move}
        className={
          sortable
            ? 'mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4'
            : 'mt-3 grid grid-cols-[repeat(auto-fit,minmax(10rem,17rem))] gap-3'
        }
      >
        {({ image }, handle, index) => (
          <ImageItem
            image={image}
            images={images}
            isDescribed={isDescribed}
            isCover={sortable && isDescribed && index === 0}
            handle={sortable && rows.length > 1 ? handle : null}
          />
        )}
      </SortableGrid>
      {isDescribed && (
        <p className="mt-2 text-ink-soft text-sm leading-snug">
          {images.altTexts.failed
            ? "Couldn't load the image descriptions. To edit them, close this and open it again."
            : 'Screen readers read the description aloud. Leave it empty if the text next to the image already says it. Use the crosshair to choose the part that stays visible when an image is cropped.'}
        </p>
      )}
    </>
  );
}

type ImageItemProps = {
  image: EditedImage;
  images: EditedImages;
  isCover: boolean;
  isDescribed: boolean;
  handle: ReactNode;
};

function ImageItem({ image, images, isCover, isDescribed, handle }: ImageItemProps) {
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
        className="h-2.5 w-full accent-brand"
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
        Image description<span className="sr-only">: {image.name}</span>
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
