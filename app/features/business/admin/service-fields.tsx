import { Suspense, useRef, useState } from 'react';
import {
  type Control,
  type FieldErrors,
  type UseFormRegister,
  useFieldArray,
  useWatch,
} from 'react-hook-form';
import { Thumbnail } from '#app/admin/images/thumbnail.tsx';
import { lazyComponent } from '#app/admin/lazy-screen.ts';
import { CheckField } from '#app/admin/records/record-fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import type { SettingsForm, SettingsInput } from '../settings-form.ts';
import { ItemButtons } from './item-buttons.tsx';
import { SettingsSection } from './settings-contents.tsx';

const ServiceImageDialog = lazyComponent(() => import('./service-image-dialog.tsx'));

type ServiceFieldsProps = {
  register: UseFormRegister<SettingsInput>;
  control: Control<SettingsInput, unknown, SettingsForm>;
  errors: FieldErrors<SettingsInput>;
  /** @param image a key in the images bucket, or empty */
  onImage: (index: number, image: string) => void;
};

export function ServiceFields({ register, control, errors, onImage }: ServiceFieldsProps) {
  const { fields, move } = useFieldArray({ control, name: 'services' });
  const services = useWatch({ control, name: 'services' });
  const [edited, setEdited] = useState<number>();
  const opener = useRef<HTMLElement>(null);
  const editedService = edited === undefined ? undefined : services[edited];
  return (
    <SettingsSection
      anchor="services"
      intro="Shown on the home page in this order. A service has its own page unless you hide it or link it to another page or website."
    >
      <ul className="grid gap-4 divide-y divide-line">
        {fields.map(({ id, name }, index) => {
          const { image } = services[index] ?? {};
          return (
            <li key={id} className="pt-3 first:pt-0">
              <div className="grid gap-3">
                <TextAreaField
                  label={name}
                  rows={2}
                  error={errors.services?.[index]?.text?.message}
                  {...register(`services.${index}.text`)}
                />
                <TextField
                  label={`Link: ${name}`}
                  inputMode="url"
                  error={errors.services?.[index]?.link?.message}
                  {...register(`services.${index}.link`)}
                />
              </div>
              <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
                <CheckField
                  label="Show"
                  aria-label={`Show ${name}`}
                  {...register(`services.${index}.isShown`)}
                />
                <span className="ml-auto flex items-center gap-2">
                  {image && (
                    <Thumbnail path={image} alt="" width={320} className="h-11 w-14 rounded-sm" />
                  )}
                  <Button
                    variant="secondary"
                    className="min-h-11 px-3"
                    aria-label={`${image ? 'Change' : 'Add'} image: ${name}`}
                    onClick={({ currentTarget }) => {
                      opener.current = currentTarget;
                      setEdited(index);
                    }}
                  >
                    {image ? 'Change image' : 'Add image'}
                  </Button>
                  <ItemButtons
                    what="service"
                    index={index}
                    count={fields.length}
                    onMove={(to) => move(index, to)}
                  />
                </span>
              </div>
            </li>
          );
        })}
      </ul>
      {edited !== undefined && editedService && (
        <Suspense>
          <ServiceImageDialog
            name={editedService.name}
            initial={editedService.image ?? ''}
            onKeep={(image) => {
              onImage(edited, image);
              setEdited(undefined);
            }}
            onClose={() => setEdited(undefined)}
            finalFocus={() => opener.current}
          />
        </Suspense>
      )}
    </SettingsSection>
  );
}
