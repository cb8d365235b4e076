import type { ComponentProps, ReactNode } from 'react';
import {
  type Control,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormSetValue,
  useWatch,
} from 'react-hook-form';
import { toIsoDay } from '#app/lib/dates.ts';

/**
 * Offers a value below its field while the field is empty. A quote contains only what someone entered.
 * @param props.label of the button, if staff would not read the value as such
 */
export function Proposal<Values extends FieldValues, Output>({
  control,
  setValue,
  name,
  value,
  label = `Use “${value}”`,
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
          {label}
        </button>
      )}
    </div>
  );
}

/** Offers today for the day on which someone checked something. */
export function CheckedToday<Values extends FieldValues, Output>(
  props: Omit<ComponentProps<typeof Proposal<Values, Output>>, 'value' | 'label'>,
) {
  return <Proposal {...props} value={toIsoDay(new Date())} label="Checked today" />;
}
