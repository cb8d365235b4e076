import {
  type Control,
  type FieldErrors,
  type UseFormRegister,
  useFieldArray,
} from 'react-hook-form';
import { CheckField } from '#app/admin/records/record-fields.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { TextAreaField } from '#app/ui/field.tsx';
import type { SettingsForm, SettingsInput } from '../settings-form.ts';
import { ItemButtons } from './item-buttons.tsx';

type ServiceFieldsProps = {
  register: UseFormRegister<SettingsInput>;
  control: Control<SettingsInput, unknown, SettingsForm>;
  errors: FieldErrors<SettingsInput>;
};

export function ServiceFields({ register, control, errors }: ServiceFieldsProps) {
  const { fields, move } = useFieldArray({ control, name: 'services' });
  return (
    <FormSection
      title="Services"
      intro="Shown on the home page in this order. A hidden service has no page of its own."
    >
      <ul className="grid gap-4 divide-y divide-line">
        {fields.map(({ id, name }, index) => (
          <li key={id} className="pt-3 first:pt-0">
            <TextAreaField
              label={name}
              rows={2}
              error={errors.services?.[index]?.text?.message}
              {...register(`services.${index}.text`)}
            />
            <div className="mt-1 flex items-center justify-between gap-3">
              <CheckField
                label="Show"
                aria-label={`Show ${name}`}
                {...register(`services.${index}.isShown`)}
              />
              <span className="flex">
                <ItemButtons
                  what="service"
                  index={index}
                  count={fields.length}
                  onMove={(to) => move(index, to)}
                />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
