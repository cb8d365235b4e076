import { type ComponentProps, type ReactNode, useId } from 'react';
import { formatMoment } from '#app/lib/dates.ts';
import { getDescriptionProps, labelClass, TextField } from '#app/ui/field.tsx';

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
        className="mt-2.5 size-6 shrink-0 accent-brand"
      />
      <div className="min-w-0 py-2">
        <label htmlFor={id} className={labelClass}>
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

type PublicationDateFieldProps = Omit<ComponentProps<typeof TextField>, 'label'>;

export function PublicationDateField(props: PublicationDateFieldProps) {
  return (
    <TextField label="Publication Date" type="datetime-local" max="9999-12-31T23:59" {...props} />
  );
}

/** Shows a publication date where two versions of a record are compared. */
export const showPublicationDate = (date: string | null) => (date ? formatMoment(date) : 'None');

export function withStored(options: readonly string[], stored: string): readonly string[] {
  return !stored || options.includes(stored) ? options : [...options, stored];
}

const control =
  'block min-h-12 w-full min-w-0 rounded-md border border-line-firm bg-sheet px-2.5 py-1.5 placeholder:text-line-firm aria-invalid:border-2 aria-invalid:border-barn';

type FrameProps = {
  id: string;
  label: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
};

function Frame({ id, label, hint, error, children }: FrameProps) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-ink-soft text-sm leading-snug">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 font-medium text-barn text-sm leading-snug">
          {error}
        </p>
      )}
    </div>
  );
}

type SmallFieldProps = ComponentProps<'input'> & {
  label: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
};

export function SmallField({ label, hint, error, className = '', ...props }: SmallFieldProps) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <input
        autoComplete="off"
        {...props}
        {...getDescriptionProps(id, { error, hint })}
        id={id}
        className={`${control} ${className}`}
      />
    </Frame>
  );
}

export function AmountField(props: SmallFieldProps) {
  return <SmallField inputMode="decimal" className="text-right tabular-nums" {...props} />;
}

type SmallSelectProps<Value extends string> = ComponentProps<'select'> & {
  label: ReactNode;
  options: Record<Value, string>;
  /** The label of the empty option. */
  placeholder?: string;
  error?: string | undefined;
};

export function SmallSelect<Value extends string>({
  label,
  options,
  placeholder,
  error,
  ...props
}: SmallSelectProps<Value>) {
  const id = useId();
  return (
    <Frame id={id} label={label} error={error}>
      <select
        {...props}
        {...getDescriptionProps(id, { error })}
        id={id}
        className={`${control} select-arrow`}
      >
        {placeholder && <option value="">{placeholder}</option>}
        {Object.entries<string>(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  );
}
