import { type Control, type UseFormRegister, useWatch } from 'react-hook-form';
import { parseHours, summarizeHours, weekdays } from '#app/domain/content/hours.ts';
import type { SettingsInput } from '#app/domain/content/settings-form.ts';

type HoursFieldsProps = {
  register: UseFormRegister<SettingsInput>;
  control: Control<SettingsInput>;
  getError: (day: (typeof weekdays)[number]) => string | undefined;
};

export const capitalize = (day: string) => `${day.charAt(0).toUpperCase()}${day.slice(1)}`;

export function HoursFields({ register, control, getError }: HoursFieldsProps) {
  const hours = useWatch({ control, name: 'hours' });
  return (
    <>
      <div className="grid gap-3">
        {weekdays.map((day) => {
          const error = getError(day);
          return (
            <div
              key={day}
              className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[7rem_minmax(0,1fr)]"
            >
              <label htmlFor={`hours-${day}`} className="font-semibold text-[0.9375rem]">
                {capitalize(day)}
              </label>
              <input
                id={`hours-${day}`}
                aria-invalid={error ? true : undefined}
                aria-describedby={error && `hours-${day}-error`}
                placeholder="Closed"
                className="block min-h-12 w-full rounded-md border border-line-firm bg-sheet px-3.5 py-2 placeholder:text-line-firm aria-invalid:border-2 aria-invalid:border-barn"
                {...register(`hours.${day}`)}
              />
              {error && (
                <p
                  id={`hours-${day}-error`}
                  className="font-medium text-barn text-sm sm:col-start-2"
                >
                  {error}
                </p>
              )}
            </div>
          );
        })}
      </div>
      <div className="mt-5 rounded-md bg-ink px-4 py-3 text-white">
        <p className="text-sm text-white/80">How the header shows them</p>
        <output className="block [overflow-wrap:anywhere]">
          {summarizeHours(parseHours(hours))}
        </output>
      </div>
    </>
  );
}
