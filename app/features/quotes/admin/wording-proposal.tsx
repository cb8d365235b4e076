import type { ReactNode } from 'react';
import {
  type Control,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormSetValue,
  useWatch,
} from 'react-hook-form';

/**
 * Offers a value below its field while that is empty: quotes state nothing that nobody entered.
 * @param props.label of the value, if staff would not read it as such
 */
export function Proposal<Values extends FieldValues, Output>({
  control,
  setValue,
  name,
  value,
  label = value,
  children,
}: {
  control: Control<Values, unknown, Output>;
  setValue: UseFormSetValue<Values>;
  name: Path<Values>;
  value: string;
  label?: string;
  children: ReactNode;
}) {
  const current: string = useWatch({ control, name });
  return (
    <div className="min-w-0">
      {children}
      {current.trim() === '' && (
        <button
          type="button"
          className="drawn-link min-h-11 py-1 text-left"
          onClick={({ currentTarget }) => {
            // The button goes away.
            currentTarget.parentElement?.querySelector<HTMLElement>('input, textarea')?.focus();
            setValue(name, value as PathValue<Values, Path<Values>>, {
              shouldDirty: true,
              shouldValidate: true,
            });
          }}
        >
          Use “{label}”
        </button>
      )}
    </div>
  );
}
