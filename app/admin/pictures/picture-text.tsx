import { useId } from 'react';
import { longestText } from './use-picture-texts.ts';
import type { EditedPicture, Pictures } from './use-pictures.ts';

type PictureTextProps = { picture: EditedPicture; texts: Pictures['texts'] };

/** What a picture shows, in words; grows with them. */
export function PictureText({ picture, texts }: PictureTextProps) {
  const id = useId();
  return (
    <div className="flex flex-col px-2 pt-1.5 pb-2">
      <label htmlFor={id} className="text-ink-soft text-sm leading-snug">
        What it shows<span className="sr-only">: {picture.name}</span>
      </label>
      <textarea
        id={id}
        rows={2}
        dir="auto"
        maxLength={longestText}
        disabled={!texts.editable(picture)}
        value={texts.textOf(picture)}
        onChange={(event) => texts.type(picture.key, event.target.value)}
        className="field-sizing-content mt-1 block max-h-48 min-h-11 w-full resize-none rounded-md border border-line-firm bg-sheet px-2 py-2 leading-snug disabled:bg-pine"
      />
    </div>
  );
}
