import type { UseFormRegisterReturn } from 'react-hook-form';
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
