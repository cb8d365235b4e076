import { type ReactNode, useId } from 'react';
import type { Side } from '#app/domain/merging.ts';

type FieldChoiceProps = {
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
  side: Side;
  onChoose: (side: Side) => void;
};

/** One field as two people filled it in, side by side, one of the two chosen. */
export function FieldChoice({ label, mine, theirs, side, onChoose }: FieldChoiceProps) {
  const id = useId();
  const choices = [
    { value: 'mine', heading: 'Yours', content: mine },
    { value: 'theirs', heading: 'Now saved', content: theirs },
  ] as const;

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold text-[0.9375rem] leading-snug">{label}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {choices.map(({ value, heading, content }) => (
          <label
            key={value}
            className="flex min-w-0 cursor-pointer gap-3 rounded-md border border-line-firm p-3 hover:border-ink has-checked:border-ink has-checked:bg-pine has-focus-visible:outline-3 has-focus-visible:outline-barn"
          >
            <input
              type="radio"
              name={id}
              checked={side === value}
              onChange={() => onChoose(value)}
              aria-labelledby={`${id}-${value}`}
              aria-describedby={`${id}-${value}-content`}
              className="mt-0.5 size-5 shrink-0 accent-barn"
            />
            <span className="min-w-0 flex-1">
              <span id={`${id}-${value}`} className="block font-medium text-ink-soft text-sm">
                {heading}
              </span>
              <span
                id={`${id}-${value}-content`}
                className="mt-1 block whitespace-pre-line [overflow-wrap:anywhere]"
              >
                {content || <span className="text-ink-soft italic">Nothing</span>}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
