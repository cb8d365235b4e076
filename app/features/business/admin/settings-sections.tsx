import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import {
  type Control,
  type FieldErrors,
  type UseFormRegister,
  type UseFormSetValue,
  useWatch,
} from 'react-hook-form';
import { Link } from 'react-router';
import { CheckedToday } from '#app/admin/records/proposal.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { capitalize } from '#app/lib/text.ts';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { orderSteps, type TrustTexts, trustFacts } from '../business-terms.ts';
import {
  describeBackups,
  describeRetention,
  readLastBackups,
  readLastRetentionRun,
} from '../daily-runs.ts';
import { parseHours, summarizeHours, weekdays } from '../hours.ts';
import type { SettingsForm, SettingsInput } from '../settings-form.ts';
import { socialNetworkNames, socialNetworks } from '../social-networks.ts';
import { SettingsSection } from './settings-contents.tsx';

type PlaceFieldsProps = {
  register: UseFormRegister<SettingsInput>;
  errors: FieldErrors<SettingsInput>;
};

export function PlaceFields({ register, errors }: PlaceFieldsProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-ink-soft text-sm leading-snug">
        The latitude and longitude of your yard, as shown on a map. They tell search engines that
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

/** Profiles besides those of the specification. */
export function SocialFields({ register, errors }: PlaceFieldsProps) {
  return socialNetworkNames.map((name) => (
    <TextField
      key={name}
      label={`${socialNetworks[name].label} URL`}
      type="url"
      inputMode="url"
      error={errors.social_urls?.[name]?.message}
      {...register(`social_urls.${name}`)}
    />
  ));
}

const trustHints: Partial<TrustTexts> = {
  since: 'For example: 2009.',
  licences: 'For example: HCRA 12345.',
  insurance: 'For example: $2 million in liability insurance.',
  wsib: 'For example: Our crew is covered; ask us for the clearance certificate.',
  payment: 'For example: One third when you order, the rest on delivery.',
  lead_times: 'One line for each kind of work. For example: Sheds: booking for March.',
  ask: 'For example: Tell us the size and where it goes. We answer within 24 hours.',
};

/** What makes a business easy to trust. */
export function TrustFields({ register, errors }: PlaceFieldsProps) {
  const getProps = (name: keyof TrustTexts) => ({
    hint: trustHints[name],
    error: errors.trust_texts?.[name]?.message,
    ...register(`trust_texts.${name}`),
  });
  return (
    <SettingsSection
      anchor="trust"
      intro="Visitors read these on the home page, before they ask for a quote. Leave a field empty to show nothing."
    >
      <div className="grid gap-5">
        {entriesOf(trustFacts).map(([name, label]) => (
          <TextAreaField
            key={name}
            label={label}
            rows={name === 'since' ? 1 : name === 'lead_times' ? 3 : 2}
            {...getProps(name)}
          />
        ))}
        {entriesOf(orderSteps).map(([name, label], index) => (
          <TextAreaField
            key={name}
            label={`Step ${index + 1}: ${label}`}
            rows={2}
            {...getProps(name)}
          />
        ))}
      </div>
    </SettingsSection>
  );
}

const entriesOf = <Name extends string>(labels: Record<Name, string>) =>
  Object.entries(labels) as [Name, string][];

const places = [
  ['Business name', 'header and footer'],
  ['Contact info', 'header and contact section'],
  ['Business hours', 'header and footer'],
  ['Address', 'footer and contact forms'],
  ['Social links', 'footer'],
  ['Your business and how it works', 'home page'],
];

export function WhereItAppears() {
  return (
    <aside
      aria-labelledby="where-it-appears"
      className="flex gap-3.5 rounded-md border border-line bg-pine px-4 py-5 sm:px-6"
    >
      <Info aria-hidden className="mt-0.5 size-6 shrink-0" strokeWidth={1.75} />
      <div className="min-w-0">
        <h2 id="where-it-appears" className="font-semibold text-lg leading-snug">
          Where this information appears
        </h2>
        <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2 xl:grid-cols-1">
          {places.map(([what, where]) => (
            <div key={what}>
              <dt className="inline font-semibold">{what}:</dt> <dd className="inline">{where}</dd>
            </div>
          ))}
        </dl>
      </div>
    </aside>
  );
}

export function BackupSection() {
  const client = useAdminClient();
  const { data: backups, isError } = useQuery({
    queryKey: ['backup_runs'],
    queryFn: () => readLastBackups(client),
  });

  return (
    <SettingsSection
      anchor="backups"
      intro="If daily backups are set up, the server saves the whole site to one file every day."
    >
      <p
        className={`break-words ${backups?.latest?.failure ? 'font-medium text-barn' : 'text-ink-soft'}`}
      >
        {backups
          ? describeBackups(backups.latest, backups.good)
          : isError && "Couldn't load the backups."}
      </p>
    </SettingsSection>
  );
}

type HoursFieldsProps = {
  register: UseFormRegister<SettingsInput>;
  control: Control<SettingsInput>;
  setValue: UseFormSetValue<SettingsInput>;
  getError: (day: (typeof weekdays)[number]) => string | undefined;
};

export function HoursFields({ register, control, setValue, getError }: HoursFieldsProps) {
  const hours = useWatch({ control, name: 'hours' });

  function copyToWeekdays() {
    for (const day of ['tuesday', 'wednesday', 'thursday', 'friday'] as const) {
      setValue(`hours.${day}`, hours.monday, { shouldDirty: true, shouldValidate: true });
    }
  }

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
              {day === 'monday' && (
                <button
                  type="button"
                  onClick={copyToWeekdays}
                  className="drawn-link -my-1 inline-flex min-h-11 items-center justify-self-start text-sm sm:col-start-2"
                >
                  Copy to all weekdays
                </button>
              )}
            </div>
          );
        })}
      </div>
      <div className="mt-5 rounded-md bg-ink px-4 py-3 text-white">
        <p className="text-sm text-white/80">How the header shows your hours</p>
        <output className="block [overflow-wrap:anywhere]">
          {summarizeHours(parseHours(hours))}
        </output>
      </div>
    </>
  );
}

type PrivacySectionProps = {
  register: UseFormRegister<SettingsInput>;
  control: Control<SettingsInput, unknown, SettingsForm>;
  setValue: UseFormSetValue<SettingsInput>;
  errors: FieldErrors<SettingsInput>;
};

export function PrivacySection({ register, control, setValue, errors }: PrivacySectionProps) {
  return (
    <SettingsSection
      anchor="privacy"
      intro="Every day, we delete older quote requests and contact messages, with their photos and news consents."
    >
      <TextField
        label="Months to keep enquiries"
        inputMode="numeric"
        hint="Between 1 and 120. Leave empty to keep them forever."
        error={errors.retention_months?.message}
        {...register('retention_months')}
      />
      <LastRetentionRun />
      <div className="mt-4">
        <CheckedToday control={control} setValue={setValue} name="privacy_checked_on">
          <TextField
            label="Privacy page checked on"
            type="date"
            hint="The privacy page describes what this website does. Check that it matches how you work and what the law requires of your business."
            error={errors.privacy_checked_on?.message}
            {...register('privacy_checked_on')}
          />
        </CheckedToday>
      </div>
      <p className="mt-3">
        <Link to="/admin/privacy" className="drawn-link inline-flex min-h-11 items-center">
          Export or erase a person's data, or edit the privacy page
        </Link>
      </p>
    </SettingsSection>
  );
}

function LastRetentionRun() {
  const client = useAdminClient();
  const { data: run, isError } = useQuery({
    queryKey: ['retention_runs'],
    queryFn: async () => (await readLastRetentionRun(client)) ?? null,
  });
  return (
    <p className="mt-4 text-ink-soft">
      {run !== undefined ? describeRetention(run) : isError && "Couldn't load the last run."}
    </p>
  );
}
