import type { ReactNode } from 'react';
import {
  type Control,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormRegisterReturn,
  type UseFormSetValue,
  useWatch,
} from 'react-hook-form';
import { AmountField, SmallSelect } from '#app/admin/records/record-fields.tsx';

const types = { none: 'none', amount: '$', percent: '%' };

type ShareFieldProps = {
  label: string;
  value: UseFormRegisterReturn;
  type: UseFormRegisterReturn;
  error: string | undefined;
};

export function ShareField({ label, value, type, error }: ShareFieldProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-2">
      <AmountField label={label} {...value} error={error} />
      <SmallSelect label="in" options={types} {...type} />
    </div>
  );
}

/**
 * Offers a value below its field while the field is empty. A quote contains only what someone entered.
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
