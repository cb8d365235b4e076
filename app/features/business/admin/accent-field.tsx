import { useId } from 'react';
import { Button } from '#app/ui/button.tsx';
import { labelClass } from '#app/ui/field.tsx';
import { toReadableAccent, usualAccent } from '../accent-color.ts';

type AccentFieldProps = {
  /** Empty for the usual one. */
  accent: string;
  onChange: (accent: string) => void;
};

export function AccentField({ accent, onChange }: AccentFieldProps) {
  const id = useId();
  const readable = accent && toReadableAccent(accent);
  const isCorrected = readable !== accent.toLowerCase();
  return (
    <div>
      <label htmlFor={id} className={labelClass}>
        Accent colour
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <input
          id={id}
          type="color"
          value={accent || usualAccent}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => onChange(target.value)}
          className="h-12 w-24 cursor-pointer rounded-md border border-line-firm bg-sheet p-1"
        />
        {accent && (
          <Button variant="secondary" onClick={() => onChange('')}>
            Use the usual red
          </Button>
        )}
      </div>
      <p id={`${id}-note`} role="status" className="mt-1.5 text-ink-soft text-sm leading-snug">
        {isCorrected
          ? `We darkened ${accent} to ${readable}, so that text in this colour and on it is easy to read.`
          : accent && 'Text in this colour and on it is easy to read.'}
      </p>
    </div>
  );
}
