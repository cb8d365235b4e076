import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import type { SettingsInput } from '#app/domain/content/settings-form.ts';
import { TextField } from '#app/ui/field.tsx';

type PlaceFieldsProps = {
  register: UseFormRegister<SettingsInput>;
  errors: FieldErrors<SettingsInput>;
};

/**
 * Where the business stands on the globe; from it follows the area that search engines are told.
 */
export function PlaceFields({ register, errors }: PlaceFieldsProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-ink-soft text-sm leading-snug">
        Where your yard stands, in degrees, as a map shows them. Search engines are then told that
        you serve 50 km around it.
      </legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Latitude"
          placeholder="44.6082"
          error={errors.latitude?.message}
          {...register('latitude')}
        />
        <TextField
          label="Longitude"
          placeholder="-79.4197"
          error={errors.longitude?.message}
          {...register('longitude')}
        />
      </div>
    </fieldset>
  );
}
