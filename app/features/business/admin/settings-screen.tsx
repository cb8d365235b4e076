import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { formQueryOptions } from '#app/admin/query-client.ts';
import { CheckField } from '#app/admin/records/record-fields.tsx';
import { useRecordSaving } from '#app/admin/records/record-form.tsx';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import type { Fields } from '#app/admin/records/version-conflict.ts';
import { ActionBar, PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { businessNameKey } from '#app/admin/shell/use-business-name.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { capitalize } from '#app/lib/text.ts';
import { Button } from '#app/ui/button.tsx';
import { AlertDialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useAlert } from '#app/ui/use-alert.ts';
import {
  type BusinessSettings,
  insertSettings,
  readBusinessSettings,
  type SettingsColumns,
  updateSettings,
} from '../business-settings.ts';
import { orderSteps, trustFacts } from '../business-terms.ts';
import type { FaqEntry } from '../faq.ts';
import { weekdays } from '../hours.ts';
import { HstSection } from '../hst-section.tsx';
import type { Person } from '../people.ts';
import { listShownNames, serviceNames } from '../service-terms.ts';
import {
  type SettingsForm as Form,
  type SettingsInput,
  settingsForm,
  toSettingsColumns,
  toSettingsForm,
} from '../settings-form.ts';
import { socialNetworkNames, socialNetworks } from '../social-networks.ts';
import { FaqFields, FaqList } from './faq-fields.tsx';
import { PeopleFields } from './people-fields.tsx';
import { ServiceFields } from './service-fields.tsx';
import { ContentsLink, SettingsContents, SettingsSection } from './settings-contents.tsx';
import {
  BackupSection,
  HoursFields,
  PlaceFields,
  PrivacySection,
  SocialFields,
  TrustFields,
  WhereItAppears,
} from './settings-sections.tsx';

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
  social_urls: {
    keys: Object.fromEntries(
      socialNetworkNames.map((name) => [name, `${socialNetworks[name].label} URL`]),
    ),
  },
  latitude: {
    label: 'Latitude and Longitude',
    companion: 'longitude',
    show: (latitude: number | null, { longitude }: SettingsColumns) =>
      latitude !== null && `${latitude}, ${longitude}`,
  },
  longitude: null,
  retention_months: 'Months to keep enquiries',
  privacy_checked_on: {
    label: 'Privacy page checked on',
    show: (day: string | null) => day && formatCalendarDay(day),
  },
  service_area: 'Area You Serve',
  price_includes: 'What Shed Prices Include',
  payment_methods: 'Payment',
  service_texts: { keys: Object.fromEntries(serviceNames.map((name) => [name, name])) },
  service_images: {
    keys: Object.fromEntries(
      serviceNames.map((name) => [name, { label: `Image of ${name}`, show: 'images' } as const]),
    ),
  },
  service_links: {
    keys: Object.fromEntries(serviceNames.map((name) => [name, `Link of ${name}`])),
  },
  shown_services: {
    label: 'Services shown',
    show: (names: string[] | null) => listShownNames(names).join(', '),
  },
  trust_texts: { keys: { ...trustFacts, ...orderSteps } },
  faq: { label: 'Frequently Asked Questions', show: (faq: FaqEntry[]) => <FaqList faq={faq} /> },
  people: {
    label: 'People',
    show: (people: Person[]) =>
      people.map(({ name, role }) => [name, role].filter(Boolean).join(', ')).join('; '),
  },
  lists_more_pages: 'More pages in the sitemap',
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
      // A screen that follows at once, such as Appearance, takes over the row that this one has read.
      queryClient.setQueryData(['business_settings'], saved);
      alert.show(
        outcome === 'saved' ? 'Business settings updated successfully!' : 'We kept their version.',
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
      <SettingsContents />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="grid gap-5">
          <SettingsSection anchor="basics">
            <div className="grid gap-5">
              <TextField
                label="Business Name"
                required
                autoComplete="organization"
                error={errors.business_name?.message}
                {...register('business_name')}
              />
              <TextField
                label="Phone"
                type="tel"
                autoComplete="tel"
                error={errors.phone?.message}
                {...register('phone')}
              />
              <TextField
                label="Email"
                type="email"
                autoComplete="email"
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
              <SocialFields register={register} errors={errors} />
              <PlaceFields register={register} errors={errors} />
            </div>
          </SettingsSection>
          <SettingsSection
            anchor="appearance"
            intro="Your logo and colour, and an announcement above each page."
          >
            <Link to="/admin/appearance" className="drawn-link inline-flex min-h-11 items-center">
              Change logo, colour or announcement
            </Link>
          </SettingsSection>
          <SettingsSection
            anchor="area"
            intro="Visitors see these on the home and contact pages. Leave a field empty to show nothing."
          >
            <div className="grid gap-5">
              <TextField
                label="Area You Serve"
                hint="For example: 50 km around our yard."
                error={errors.service_area?.message}
                {...register('service_area')}
              />
              <TextField
                label="What Shed Prices Include"
                hint="Shown with the price of each listing. For example: floor, doors and setting on a level pad."
                error={errors.price_includes?.message}
                {...register('price_includes')}
              />
              <TextField
                label="Payment"
                hint="For example: Cash, credit card or bank transfer."
                error={errors.payment_methods?.message}
                {...register('payment_methods')}
              />
            </div>
          </SettingsSection>
          <ServiceFields
            register={register}
            control={control}
            errors={errors}
            onImage={(index, image) =>
              setValue(`services.${index}.image`, image, { shouldDirty: true })
            }
          />
          <PeopleFields control={control} />
          <FaqFields register={register} control={control} errors={errors} />
        </div>
        <div className="grid gap-5">
          <SettingsSection
            anchor="hours"
            intro="Free text per day, such as 7:00 AM - 6:00 PM or Closed."
          >
            <HoursFields
              register={register}
              control={control}
              setValue={setValue}
              getError={(day) => errors.hours?.[day]?.message}
            />
          </SettingsSection>
          <HstSection />
          <PrivacySection
            register={register}
            control={control}
            setValue={setValue}
            errors={errors}
          />
          <BackupSection />
          <TrustFields register={register} errors={errors} />
          <SettingsSection anchor="search">
            <CheckField
              label="Add more pages to the sitemap"
              hint="Also tells search engines about your reviews, questions, services and projects."
              {...register('lists_more_pages')}
            />
          </SettingsSection>
          <WhereItAppears />
        </div>
      </div>
      <ActionBar className="mt-5 justify-end gap-x-4">
        <span className="mr-auto">
          <ContentsLink />
        </span>
        <p className="text-ink-soft text-sm">{isDirty && 'Not saved yet'}</p>
        <Button ref={submitButton} type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Save Settings'}
        </Button>
      </ActionBar>
      <UnsavedInput when={isDirty} />
      {saving.dialogs}
      <AlertDialog {...alert.dialog} finalFocus={submitButton} />
    </form>
  );
}
