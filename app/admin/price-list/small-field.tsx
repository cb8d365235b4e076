import { type ComponentProps, type ReactNode, useId } from 'react';

const control =
  'block min-h-11 w-full min-w-0 rounded-md border border-line-firm bg-sheet px-2.5 py-1.5 placeholder:text-line-firm aria-invalid:border-2 aria-invalid:border-barn';

type FrameProps = { id: string; label: ReactNode; error?: string | undefined; children: ReactNode };

function Frame({ id, label, error, children }: FrameProps) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-ink-soft text-sm leading-snug">
        {label}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} className="mt-1 font-medium text-barn text-sm leading-snug">
          {error}
        </p>
      )}
    </div>
  );
}

type SmallFieldProps = ComponentProps<'input'> & { label: ReactNode; error?: string | undefined };

export function SmallField({ label, error, className = '', ...props }: SmallFieldProps) {
  const id = useId();
  return (
    <Frame id={id} label={label} error={error}>
      <input
        autoComplete="off"
        {...props}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
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
};

export function SmallSelect<Value extends string>({
  label,
  options,
  ...props
}: SmallSelectProps<Value>) {
  const id = useId();
  return (
    <Frame id={id} label={label}>
      <select {...props} id={id} className={`${control} select-arrow`}>
        {Object.entries<string>(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  );
}
