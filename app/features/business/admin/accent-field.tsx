import { useId } from 'react';
import { Button } from '#app/ui/button.tsx';
import { labelClass } from '#app/ui/field.tsx';
import { defaultAccent, toReadableAccent } from '../accent-color.ts';

type AccentFieldProps = {
  /** Empty for the default. */
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
          value={accent || defaultAccent}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => onChange(target.value)}
          className="h-12 w-24 cursor-pointer rounded-md border border-line-firm bg-sheet p-1"
        />
        {accent && (
          <Button variant="secondary" onClick={() => onChange('')}>
            Use the default red
          </Button>
        )}
      </div>
      <p id={`${id}-note`} role="status" className="mt-1.5 text-ink-soft text-sm leading-snug">
        {isCorrected
          ? `We'll use ${readable}, a darker shade of ${accent}, so text stays easy to read.`
          : accent && 'Text is easy to read with this colour.'}
      </p>
    </div>
  );
}
