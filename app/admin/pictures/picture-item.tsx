import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical, type LucideIcon, Star, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Thumbnail } from './thumbnail.tsx';
import type { EditedPicture } from './use-pictures.ts';

type PictureItemProps = {
  picture: EditedPicture;
  isCover: boolean;
  sortable: boolean;
  onMakeCover: () => void;
  onRemove: () => void;
};

/** One picture of the list: how far its upload is, and what can be done with it. */
export function PictureItem({
  picture,
  isCover,
  sortable,
  onMakeCover,
  onRemove,
}: PictureItemProps) {
  const { key, name, path, preview, progress } = picture;
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: key });

  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`min-w-0 border border-line bg-sheet ${isDragging ? 'relative z-10 shadow-xl' : ''}`}
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
        {path === undefined && <UploadProgress name={name} progress={progress} />}
      </div>
      <div className="flex items-center justify-between">
        {sortable && (
          <ItemButton
            ref={setActivatorNodeRef}
            Icon={GripVertical}
            label={`Move ${name}`}
            className="cursor-grab touch-none"
            {...attributes}
            {...listeners}
          />
        )}
        {sortable && !isCover && (
          <ItemButton Icon={Star} label={`Make ${name} the cover`} onClick={onMakeCover} />
        )}
        <ItemButton Icon={X} label={`Remove ${name}`} onClick={onRemove} className="ml-auto" />
      </div>
    </li>
  );
}

function UploadProgress({ name, progress }: { name: string; progress: number }) {
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
