import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { formQueryOptions } from '#app/admin/query-client.ts';
import { useRecordSaving } from '#app/admin/records/record-form.tsx';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import type { Fields } from '#app/admin/records/version-conflict.ts';
import { ActionBar, FormSection, PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { uploadImage } from '#app/features/images/images.ts';
import { Button } from '#app/ui/button.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { defaultAccent, getAccentProperties, toReadableAccent } from '../accent-color.ts';
import {
  appearanceForm,
  type AppearanceForm as Form,
  toAppearanceColumns,
  toAppearanceForm,
} from '../appearance-form.ts';
import {
  type BusinessSettings,
  type LooksColumns,
  readBusinessSettings,
  updateSettings,
} from '../business-settings.ts';
import { parseLogo, toLogoColumns } from '../stored-logo.ts';
import {
  getTypefaceProperties,
  isTypefacePair,
  typefacePairs,
  typefaceValues,
} from '../typefaces.ts';
import { AccentField } from './accent-field.tsx';
import { AnnouncementSection } from './announcement-section.tsx';
import { AppearancePreview } from './appearance-preview.tsx';
import { type ChosenLogo, LogoField, toChosenLogo } from './logo-field.tsx';
import '#app/fonts/archivo.css';
import '#app/fonts/bitter.css';
import '#app/fonts/lora.css';
import '#app/fonts/source-sans.css';

export default function AppearanceScreen() {
  const client = useAdminClient();
  const query = useQuery({
    queryKey: ['business_settings'],
    queryFn: () => readBusinessSettings(client),
    ...formQueryOptions,
  });
  return (
    <>
      <div className="mb-4">
        <PageHeader
          title="Appearance"
          intro="How your website, admin panel, emails and quotes look."
        />
      </div>
      <ListStates entityPlural="settings" shape="form" query={query}>
        {(settings) =>
          settings ? (
            <>
              <AppearanceForm initial={settings} />
              <div className="mt-5 max-w-2xl">
                <AnnouncementSection />
              </div>
            </>
          ) : (
            <p>
              Enter your business name in{' '}
              <Link to="/admin/settings" className="drawn-link">
                Business Settings
              </Link>{' '}
              first.
            </p>
          )
        }
      </ListStates>
    </>
  );
}

const getPairLabel = (pair: string | null) =>
  isTypefacePair(pair) ? typefacePairs[pair].label : 'Bricolage Grotesque and Figtree';

const getPairNote = (pair: string) =>
  isTypefacePair(pair) ? typefacePairs[pair].note : 'Friendly';

const fields: Fields<LooksColumns> = {
  logo_image: {
    label: 'Logo',
    companion: 'logo_width',
    show: (path: string | null) => (path ? 'Your logo' : 'None'),
  },
  logo_width: null,
  logo_height: null,
  accent_color: 'Accent colour',
  typefaces: {
    label: 'Typefaces',
    show: (pair: string | null) => getPairLabel(pair),
  },
};

function AppearanceForm({ initial }: { initial: BusinessSettings }) {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const submitButton = useRef<HTMLButtonElement>(null);
  const [stored, setStored] = useState(initial);
  const [logo, setLogo] = useState<ChosenLogo | undefined>(() => toChosenLogo(parseLogo(initial)));
  const [uploadError, setUploadError] = useState<string>();
  const { register, control, handleSubmit, setValue, reset, formState } = useForm<Form>({
    resolver: zodResolver(appearanceForm),
    defaultValues: toAppearanceForm(initial),
  });
  const { isDirty, isSubmitting } = formState;
  const hasNewLogo = logo?.file !== undefined || logo?.path !== parseLogo(stored)?.path;
  const isChanged = isDirty || hasNewLogo;
  const [accent, typefaces] = useWatch({ control, name: ['accent_color', 'typefaces'] });

  const saving = useRecordSaving<BusinessSettings, LooksColumns>({
    entity: 'settings',
    fields,
    row: stored,
    // There is one row, which Business Settings inserts.
    insert: (columns) => updateSettings(client, stored, columns),
    update: (version, columns) => updateSettings(client, version, columns),
    onDone(saved, outcome) {
      setStored(saved);
      reset(toAppearanceForm(saved));
      setLogo(toChosenLogo(parseLogo(saved)));
      queryClient.setQueryData(['business_settings'], saved);
      const { style } = document.documentElement;
      const properties = {
        ...getAccentProperties(saved.accent_color ?? defaultAccent),
        ...getTypefaceProperties(saved.typefaces),
      };
      for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
      toasts.news(
        outcome === 'saved'
          ? 'Saved. Visitors see the changes now. To see a new logo in the admin panel, reload this page.'
          : 'We kept their version.',
        { key: 'appearance' },
      );
    },
    finalFocus: () => submitButton.current,
  });

  async function save(values: Form) {
    setUploadError(undefined);
    let path = logo?.path;
    try {
      if (logo?.file) path = await uploadImage(client, 'thumbnails', logo.file);
    } catch {
      setUploadError("Your logo didn't upload. Please try again.");
      return;
    }
    const stored = logo && path ? { ...logo, path } : undefined;
    await saving.save({ ...toAppearanceColumns(values), ...toLogoColumns(stored) });
  }

  return (
    <form
      noValidate
      aria-label="Appearance"
      onSubmit={handleSubmit(save)}
      className="[&_:is(input,button)]:scroll-mb-40"
    >
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="grid gap-5">
          <FormSection
            title="Logo"
            intro="Shown instead of your business name at the top of each page."
          >
            <LogoField logo={logo} onChange={setLogo} uploadError={uploadError} />
          </FormSection>
          <FormSection title="Colour" intro="Used for buttons, links and highlights.">
            <AccentField
              accent={accent}
              onChange={(color) => setValue('accent_color', color, { shouldDirty: true })}
            />
          </FormSection>
          <FormSection
            title="Typefaces"
            intro="For the website and the admin panel. Emails use fonts every device has. PDF quotes keep their own font."
          >
            <div role="radiogroup" aria-label="Typefaces" className="grid gap-3 sm:grid-cols-2">
              {(['', ...typefaceValues] as const).map((pair) => (
                <label
                  key={pair}
                  style={getTypefaceProperties(pair)}
                  className={`flex cursor-pointer items-start gap-3 rounded-md border p-4 font-sans ${typefaces === pair ? 'border-brand bg-paper' : 'border-line-firm'}`}
                >
                  <input
                    type="radio"
                    value={pair}
                    className="mt-1.5 size-5 shrink-0 accent-brand"
                    {...register('typefaces')}
                  />
                  <span>
                    <span className="display block text-2xl">{getPairNote(pair)}</span>
                    <span className="text-ink-soft">{getPairLabel(pair)}</span>
                  </span>
                </label>
              ))}
            </div>
          </FormSection>
        </div>
        <FormSection title="Preview" intro="Visitors see your changes once you save.">
          <AppearancePreview
            name={stored.business_name}
            logo={logo}
            accent={accent ? toReadableAccent(accent) : undefined}
            typefaces={typefaces}
          />
        </FormSection>
      </div>
      <ActionBar className="mt-5 justify-end gap-x-4">
        <p role="alert" className="font-medium text-barn empty:hidden">
          {saving.error}
        </p>
        <p className="text-ink-soft text-sm">{isChanged && 'Not saved yet'}</p>
        <Button ref={submitButton} type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Save'}
        </Button>
      </ActionBar>
      <UnsavedInput when={isChanged && !isSubmitting} />
      {saving.dialogs}
    </form>
  );
}
