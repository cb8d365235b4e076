import { ImagePlus } from 'lucide-react';
import {
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { AlertDialog } from '#app/ui/dialog.tsx';
import { PictureList } from './picture-list.tsx';
import { isUploading, type Pictures } from './use-pictures.ts';

type PictureFieldProps = {
  legend: string;
  pictures: Pictures;
  /** Whether several may be chosen; of a single one, the first file counts. */
  multiple?: boolean;
  hint: ReactNode;
};

/** Chooses pictures, takes what is dropped or pasted here, and shows them in their order. */
export function PictureField({ legend, pictures, multiple = false, hint }: PictureFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const underWay = pictures.pictures.filter(isUploading).length;

  function take(files: Iterable<File>) {
    const all = [...files];
    pictures.add(multiple ? all : all.slice(0, 1));
  }

  function dragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  }

  function dragLeave({ currentTarget, relatedTarget }: DragEvent) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  }

  function drop(event: DragEvent) {
    setOver(false);
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    take(files);
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
        {legend} <span className="font-normal text-ink-soft">(optional)</span>
      </legend>
      <label
        htmlFor={id}
        data-over={over || undefined}
        className="relative flex min-h-20 cursor-pointer items-center gap-3.5 rounded-md border border-line-firm border-dashed bg-paper px-4 py-3 hover:border-ink hover:bg-sheet has-focus-visible:outline-3 has-focus-visible:outline-barn has-focus-visible:outline-offset-2 data-over:border-ink data-over:bg-pine"
      >
        <ImagePlus aria-hidden className="size-6 shrink-0 text-ink-soft" strokeWidth={1.5} />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">
            {multiple ? 'Choose pictures' : 'Choose a picture'}
            <span className="font-normal text-ink-soft pointer-coarse:hidden">
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
            take(input.current?.files ?? []);
            // The same file may be chosen again after it was removed.
            if (input.current) input.current.value = '';
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
      <p role="status" className="sr-only">
        {underWay > 0 && `${underWay} ${underWay === 1 ? 'picture is' : 'pictures are'} uploading`}
      </p>
      <PictureList pictures={pictures} sortable={multiple} />
      <AlertDialog {...pictures.alert} finalFocus={input} />
    </fieldset>
  );
}
