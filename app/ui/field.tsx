import { type ComponentProps, type ReactNode, useId } from 'react';

type FieldProps = {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
};

const control =
  'block w-full min-h-12 rounded-md border border-line-firm bg-sheet px-3.5 py-2 text-ink placeholder:text-line-firm aria-invalid:border-barn aria-invalid:border-2';

export const labelClass = 'mb-1.5 block font-semibold text-[0.9375rem] leading-snug';

function Frame({
  id,
  label,
  error,
  hint,
  required,
  children,
}: FieldProps & { id: string; required: boolean | undefined; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={labelClass}>
        {label}
        {!required && <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-ink-soft text-sm leading-snug">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 font-medium text-barn text-sm leading-snug">
          {error}
        </p>
      )}
    </div>
  );
}

export function getDescriptionProps(
  id: string,
  { error, hint }: Pick<FieldProps, 'error' | 'hint'>,
) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean);
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
  };
}

export function TextField({ label, error, hint, ...props }: FieldProps & ComponentProps<'input'>) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const frame = { id, label, error, hint, required: props.required };
  return (
    <Frame {...frame}>
      <input
        type="text"
        dir="auto"
        className={control}
        {...props}
        {...getDescriptionProps(id, frame)}
        id={id}
      />
    </Frame>
  );
}

export function TextAreaField({
  label,
  error,
  hint,
  ...props
}: FieldProps & ComponentProps<'textarea'>) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const frame = { id, label, error, hint, required: props.required };
  return (
    <Frame {...frame}>
      <textarea
        dir="auto"
        rows={5}
        className={control}
        {...props}
        {...getDescriptionProps(id, frame)}
        id={id}
      />
    </Frame>
  );
}

type SelectProps = FieldProps & Omit<ComponentProps<'select'>, 'children'>;

/** @param props.placeholder the label of the empty option */
export function SelectField({
  label,
  error,
  hint,
  options,
  placeholder,
  ...props
}: SelectProps & { options: readonly string[]; placeholder: string }) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const frame = { id, label, error, hint, required: props.required };
  return (
    <Frame {...frame}>
      <select
        className={`${control} select-arrow`}
        {...props}
        {...getDescriptionProps(id, frame)}
        id={id}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** Outlines the label around a file input that is a `peer` and invisible, while the keyboard is on it. */
export function FocusRing() {
  return (
    <span className="pointer-events-none absolute -inset-px outline-ink outline-offset-2 peer-focus-visible:outline-3" />
  );
}
