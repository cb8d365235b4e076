import { type ComponentProps, type ReactNode, useId } from 'react';

type CheckFieldProps = Omit<ComponentProps<'input'>, 'type'> & { label: string; hint?: ReactNode };

export function CheckField({ label, hint, ...props }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="flex gap-3">
      <input
        {...props}
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-2.5 size-6 shrink-0 accent-barn"
      />
      <div className="min-w-0 py-2">
        <label htmlFor={id} className="block font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-ink-soft text-sm leading-snug">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

export function withStored(options: readonly string[], stored: string): readonly string[] {
  return !stored || options.includes(stored) ? options : [...options, stored];
}
