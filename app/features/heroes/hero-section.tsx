import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ImageField } from '#app/admin/images/image-field.tsx';
import { useImages } from '#app/admin/images/use-images.ts';
import { CheckField } from '#app/admin/records/record-fields.tsx';
import { useRecordSaving } from '#app/admin/records/record-form.tsx';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import type { Fields } from '#app/admin/records/version-conflict.ts';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { capitalize } from '#app/lib/text.ts';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import {
  type HeroForm as Form,
  type HeroInput,
  heroForm,
  insertSection,
  type SectionColumns,
  toHeroColumns,
  toHeroForm,
  updateSection,
} from './hero-form.ts';
import { builtInSections, type Section, type SectionName } from './heroes.ts';

type HeroSectionProps = {
  title: string;
  intro: string;
  sectionName: SectionName;
  section: Section | undefined;
};

export function HeroSection({ title, intro, sectionName, section }: HeroSectionProps) {
  const [stored, setStored] = useState(section);
  const [version, setVersion] = useState(0);
  return (
    <FormSection title={title} intro={intro}>
      <HeroForm
        key={version}
        title={title}
        sectionName={sectionName}
        section={stored}
        onStored={(row, isAsEntered) => {
          setStored(row);
          // A new key shows what another account has saved.
          if (!isAsEntered) setVersion(version + 1);
        }}
      />
    </FormSection>
  );
}

const fields: Fields<SectionColumns> = {
  title: 'Title',
  subtitle: 'Subtitle',
  content: 'Content',
  cta_text: 'Button Text',
  cta_link: 'Button Link',
  image_url: { label: 'Hero Image', show: 'images' },
  is_active: 'Active',
  section_name: null,
};

type HeroFormProps = Omit<HeroSectionProps, 'intro'> & {
  onStored: (section: Section, isAsEntered: boolean) => void;
};

function HeroForm({ title, sectionName, section, onStored }: HeroFormProps) {
  const client = useAdminClient();
  const entity = title.toLowerCase();
  const builtIn = builtInSections[sectionName];
  const submitId = `save-${sectionName}`;
  const images = useImages({
    folder: 'hero',
    initial: section?.image_url ? [section.image_url] : [],
    limit: 1,
    failed: () => 'Failed to upload image',
    setupTitle: 'Storage Setup Required:',
  });
  const { register, handleSubmit, reset, formState } = useForm<HeroInput, unknown, Form>({
    resolver: zodResolver(heroForm),
    defaultValues: toHeroForm(section ?? builtIn),
  });
  const { errors, isSubmitting } = formState;
  const image_url = images.paths[0] ?? null;
  const unsaved =
    formState.isDirty ||
    images.images.length > images.paths.length ||
    images.hasNewAltTexts ||
    (image_url ?? '') !== (section?.image_url ?? '');

  const [isIncomplete, setIncomplete] = useState(false);
  const missing = images.images.find(({ failed }) => failed);
  const saving = useRecordSaving({
    entity,
    fields,
    row: section,
    defaults: toHeroColumns(toHeroForm(builtIn)),
    insert: (columns: SectionColumns) => insertSection(client, columns),
    update: (version, columns) => updateSection(client, version, columns),
    beforeSave: images.saveAltTexts,
    name: () => capitalize(entity),
    onDone(saved) {
      reset(toHeroForm(saved));
      onStored(saved, (saved.image_url ?? '') === (image_url ?? ''));
    },
    finalFocus: () => document.getElementById(submitId),
  });

  const submit = handleSubmit(async (values) => {
    setIncomplete(missing !== undefined);
    if (missing) return;
    await saving.save({ ...toHeroColumns(values), section_name: sectionName, image_url });
  });

  return (
    <form noValidate aria-label={title} onSubmit={submit} className="grid gap-5 lg:grid-cols-2">
      <div className="grid content-start gap-5">
        <TextField label="Title" required error={errors.title?.message} {...register('title')} />
        <TextField label="Subtitle" error={errors.subtitle?.message} {...register('subtitle')} />
        <TextAreaField
          label="Content"
          rows={8}
          error={errors.content?.message}
          {...register('content')}
        />
      </div>
      <div className="grid content-start gap-5">
        <TextField label="Button Text" error={errors.cta_text?.message} {...register('cta_text')} />
        <TextField
          label="Button Link"
          hint="The button's address for visitors without JavaScript, such as /quote-request."
          error={errors.cta_link?.message}
          {...register('cta_link')}
        />
        <ImageField
          legend="Hero Image"
          images={images}
          hint="We resize the image and remove its location data."
        />
        <CheckField
          label="Active"
          hint="When this is off, the page shows its built-in text."
          {...register('is_active')}
        />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 lg:col-span-2">
        <p role="alert" className="font-medium text-barn empty:hidden">
          {isIncomplete && missing
            ? `${missing.name} didn't upload. Try again or remove it.`
            : saving.error}
        </p>
        <p className="text-ink-soft text-sm">
          {!saving.error && (unsaved ? 'Not saved yet' : !section && 'Showing the built-in text')}
        </p>
        <Button id={submitId} type="submit" disabled={isSubmitting || images.uploading}>
          {images.uploading ? 'Uploading...' : isSubmitting ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
      <UnsavedInput when={unsaved} />
      {saving.dialogs}
    </form>
  );
}
