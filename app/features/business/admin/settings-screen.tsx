import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  type Control,
  type FieldErrors,
  type UseFormRegister,
  type UseFormSetValue,
  useForm,
  useWatch,
} from 'react-hook-form';
import { Link } from 'react-router';
import { FormSection } from '#app/admin/form-section.tsx';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { PageHeader } from '#app/admin/page-header.tsx';
import { formQueryOptions } from '#app/admin/query-client.ts';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import { useRecordSaving } from '#app/admin/records/use-record-saving.tsx';
import type { Fields } from '#app/admin/records/version-conflict.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { businessNameKey } from '#app/admin/shell/use-business-name.ts';
import { capitalize } from '#app/lib/capitalize.ts';
import { Button } from '#app/ui/button.tsx';
import { AlertDialog } from '#app/ui/dialog.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { useAlert } from '#app/ui/use-alert.ts';
import {
  type BusinessSettings,
  insertSettings,
  readBusinessSettings,
  type SettingsColumns,
  updateSettings,
} from '../business-settings.ts';
import { serviceNames } from '../business-terms.ts';
import {
  describeBackups,
  describeRetention,
  readLastBackups,
  readLastRetentionRun,
} from '../daily-runs.ts';
import { parseHours, summarizeHours, weekdays } from '../hours.ts';
import { HstSection } from '../hst-section.tsx';
import {
  type SettingsForm as Form,
  type SettingsInput,
  settingsForm,
  toSettingsColumns,
  toSettingsForm,
} from '../settings-form.ts';

export default function SettingsScreen() {
  const client = useAdminClient();
  const query = useQuery({
    queryKey: ['business_settings'],
    queryFn: () => readBusinessSettings(client),
    ...formQueryOptions,
  });

  return (
    <>
      <div className="mb-4">
        <PageHeader title="Business Settings" />
      </div>
      <ListStates entityPlural="settings" shape="form" query={query}>
        {(settings) => <SettingsForm initial={settings} />}
      </ListStates>
    </>
  );
}

const fields: Fields<SettingsColumns> = {
  business_name: 'Business Name',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  facebook_url: 'Facebook URL',
  instagram_url: 'Instagram URL',
  latitude: {
    label: 'Latitude and Longitude',
    companion: 'longitude',
    show: (latitude: number | null, { longitude }: SettingsColumns) =>
      latitude !== null && `${latitude}, ${longitude}`,
  },
  longitude: null,
  retention_months: 'Months that enquiries are kept',
  service_area: 'Area You Serve',
  price_includes: 'What Shed Prices Include',
  payment_methods: 'Payment',
  service_texts: { keys: Object.fromEntries(serviceNames.map((name) => [name, name])) },
  hours: { keys: Object.fromEntries(weekdays.map((day) => [day, capitalize(day)])) },
};

function SettingsForm({ initial }: { initial: BusinessSettings | null }) {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const [stored, setStored] = useState(initial ?? undefined);
  const alert = useAlert();
  const submitButton = useRef<HTMLButtonElement>(null);
  const { register, control, handleSubmit, setValue, reset, formState } = useForm<
    SettingsInput,
    unknown,
    Form
  >({ resolver: zodResolver(settingsForm), defaultValues: toSettingsForm(initial) });
  const { errors, isDirty, isSubmitting } = formState;

  const saving = useRecordSaving({
    entity: 'settings',
    fields,
    row: stored,
    defaults: toSettingsColumns(toSettingsForm(null)),
    insert: (columns: SettingsColumns) => insertSettings(client, columns),
    update: (version, columns) => updateSettings(client, version, columns),
    onDone(saved, outcome) {
      setStored(saved);
      reset(toSettingsForm(saved));
      queryClient.setQueryData(businessNameKey, saved.business_name);
      alert.show(
        outcome === 'saved'
          ? 'Business settings updated successfully!'
          : 'The settings stay as they are saved now.',
      );
    },
    finalFocus: () => submitButton.current,
    onError() {
      alert.show('Error saving settings. Please try again.');
      return true;
    },
  });

  return (
    // Keeps focused inputs above the sticky bar.
    <form
      noValidate
      onSubmit={handleSubmit((values) => saving.save(toSettingsColumns(values)))}
      className="[&_:is(input,select,textarea,button)]:scroll-mb-40"
    >
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="grid gap-5">
          <FormSection title="Basic Information">
            <div className="grid gap-5">
              <TextField
                label="Business Name"
                required
                error={errors.business_name?.message}
                {...register('business_name')}
              />
              <TextField
                label="Phone"
                type="tel"
                error={errors.phone?.message}
                {...register('phone')}
              />
              <TextField
                label="Email"
                type="email"
                error={errors.email?.message}
                {...register('email')}
              />
              <TextField label="Address" error={errors.address?.message} {...register('address')} />
              <TextField
                label="Facebook URL"
                type="url"
                inputMode="url"
                error={errors.facebook_url?.message}
                {...register('facebook_url')}
              />
              <TextField
                label="Instagram URL"
                type="url"
                inputMode="url"
                error={errors.instagram_url?.message}
                {...register('instagram_url')}
              />
              <PlaceFields register={register} errors={errors} />
            </div>
          </FormSection>
          <FormSection
            title="Area, Payment and Services"
            intro="Visitors read these on the home and contact pages. Leave a field empty to show nothing."
          >
            <div className="grid gap-5">
              <TextField
                label="Area You Serve"
                hint="Such as: 50 km around our yard."
                error={errors.service_area?.message}
                {...register('service_area')}
              />
              <TextField
                label="What Shed Prices Include"
                hint="Shown with the price of each listing. Such as: floor, doors and setting on a level pad."
                error={errors.price_includes?.message}
                {...register('price_includes')}
              />
              <TextField
                label="Payment"
                hint="Such as: Cash, credit card or bank transfer."
                error={errors.payment_methods?.message}
                {...register('payment_methods')}
              />
              {serviceNames.map((name) => (
                <TextAreaField
                  key={name}
                  label={name}
                  rows={2}
                  error={errors.service_texts?.[name]?.message}
                  {...register(`service_texts.${name}`)}
                />
              ))}
            </div>
          </FormSection>
        </div>
        <div className="grid gap-5">
          <FormSection
            title="Business Hours"
            intro="Free text per day, such as 7:00 AM - 6:00 PM or Closed."
          >
            <HoursFields
              register={register}
              control={control}
              setValue={setValue}
              getError={(day) => errors.hours?.[day]?.message}
            />
          </FormSection>
          <HstSection />
          <PrivacySection register={register} errors={errors} />
          <BackupSection />
          <WhereItAppears />
        </div>
      </div>
      <div
        data-action-bar
        className="sticky bottom-0 z-10 -mx-4 mt-5 flex items-center justify-end gap-4 border-line border-t bg-paper px-4 py-3 sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8"
      >
        <p className="text-ink-soft text-sm">{isDirty && 'Not saved yet'}</p>
        <Button ref={submitButton} type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Save Settings'}
        </Button>
      </div>
      <UnsavedInput when={isDirty} />
      {saving.dialogs}
      <AlertDialog {...alert.dialog} finalFocus={submitButton} />
    </form>
  );
}

type PlaceFieldsProps = {
  register: UseFormRegister<SettingsInput>;
  errors: FieldErrors<SettingsInput>;
};

function PlaceFields({ register, errors }: PlaceFieldsProps) {
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

const places = [
  ['Business name', 'header and footer'],
  ['Contact info', 'header and contact section'],
  ['Business hours', 'header and footer'],
  ['Address', 'footer and contact forms'],
  ['Social links', 'footer'],
];

function WhereItAppears() {
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

function BackupSection() {
  const client = useAdminClient();
  const { data: backups, isError } = useQuery({
    queryKey: ['backup_runs'],
    queryFn: () => readLastBackups(client),
  });

  return (
    <FormSection
      title="Backups"
      intro="The server saves everything of this site in one file every day, where it is set up to."
    >
      <p
        className={`break-words ${backups?.latest?.failure ? 'font-medium text-barn' : 'text-ink-soft'}`}
      >
        {backups
          ? describeBackups(backups.latest, backups.good)
          : isError && 'It could not be loaded.'}
      </p>
    </FormSection>
  );
}

type HoursFieldsProps = {
  register: UseFormRegister<SettingsInput>;
  control: Control<SettingsInput>;
  setValue: UseFormSetValue<SettingsInput>;
  getError: (day: (typeof weekdays)[number]) => string | undefined;
};

function HoursFields({ register, control, setValue, getError }: HoursFieldsProps) {
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
        <p className="text-sm text-white/80">How the header shows them</p>
        <output className="block [overflow-wrap:anywhere]">
          {summarizeHours(parseHours(hours))}
        </output>
      </div>
    </>
  );
}

type PrivacySectionProps = {
  register: UseFormRegister<SettingsInput>;
  errors: FieldErrors<SettingsInput>;
};

function PrivacySection({ register, errors }: PrivacySectionProps) {
  return (
    <FormSection
      title="Privacy"
      intro="Older quote requests and contact messages are removed every day, with their pictures and their consents to news."
    >
      <TextField
        label="Keep enquiries for, in months"
        inputMode="numeric"
        hint="Between 1 and 120. Leave it empty to keep them for good."
        error={errors.retention_months?.message}
        {...register('retention_months')}
      />
      <LastRetentionRun />
      <p className="mt-3">
        <Link to="/admin/privacy" className="drawn-link inline-flex min-h-11 items-center">
          Export or erase what a person has sent, change the privacy page
        </Link>
      </p>
    </FormSection>
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
      {run !== undefined
        ? describeRetention(run)
        : isError && 'What was removed last could not be loaded.'}
    </p>
  );
}
