import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, Suspense, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { CheckField, PublicationDateField } from '#app/admin/records/record-fields.tsx';
import { RecordDialog } from '#app/admin/records/record-form.tsx';
import type { EditingDialog } from '#app/admin/records/use-records.tsx';
import type { Fields } from '#app/admin/records/version-conflict.ts';
import { RichTextField } from '#app/admin/rich-text/rich-text-field.tsx';
import { isUniqueViolation } from '#app/lib/crud.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { insertPage, type OwnPage, type OwnPageColumns, updatePage } from '../own-pages.ts';
import {
  type PageForm,
  type PageInput,
  pageForm,
  pageSlugTaken,
  suggestPageSlug,
  toPageColumns,
  toPageForm,
} from '../page-form.ts';

const PageEditor = lazy(() => import('./page-editor.tsx'));

const ContentView = lazy(async () => {
  const [{ pageContentToRichText }, { default: RichTextView }] = await Promise.all([
    import('../page-content.ts'),
    import('#app/admin/rich-text/rich-text-view.tsx'),
  ]);
  return {
    default: ({ content }: { content: string }) => (
      <RichTextView html={pageContentToRichText(content)} />
    ),
  };
});

const fields: Fields<OwnPageColumns> = {
  title: 'Title',
  slug: 'Address',
  description: 'Description',
  content: {
    label: 'Content',
    show: (content: string) => (
      <Suspense>
        <ContentView content={content} />
      </Suspense>
    ),
  },
  is_published: {
    label: 'Published',
    companion: 'published_at',
    show: (isPublished: boolean, { published_at }: OwnPageColumns) =>
      !isPublished ? 'No' : published_at ? `Yes, from ${formatMoment(published_at)}` : 'Yes',
  },
  published_at: null,
  in_footer: 'Link in the footer',
  in_menu: 'Link in the second navigation',
  order_index: 'Order',
};

/** Sanitizes the editor's HTML unless nothing changed. */
async function storedContent(entered: string, before: string | undefined): Promise<string> {
  if (entered === before) return entered;
  const { pageContentToStore } = await import('../page-content.ts');
  return pageContentToStore(entered);
}

export default function PageDialog({ row: page, ...frame }: EditingDialog<OwnPage>) {
  const [uploading, setUploading] = useState(false);
  const [pending, setPending] = useState(false);
  const suggested = useRef('');
  const form = useForm<PageInput, unknown, PageForm>({
    resolver: zodResolver(pageForm),
    defaultValues: toPageForm(page),
  });
  const { register, control, getValues, setValue, formState } = form;
  const { errors, isSubmitted } = formState;
  const title = register('title', {
    onChange: (event) => {
      if (page || getValues('slug') !== suggested.current) return;
      suggested.current = suggestPageSlug(event.target.value);
      setValue('slug', suggested.current, { shouldDirty: true, shouldValidate: isSubmitted });
    },
  });

  function showTakenSlug(error: unknown): boolean {
    if (!isUniqueViolation(error)) return false;
    form.setError('slug', { message: pageSlugTaken }, { shouldFocus: true });
    return true;
  }

  return (
    <RecordDialog
      {...frame}
      row={page}
      entity="page"
      fields={fields}
      title={page ? 'Edit Page' : 'Add New Page'}
      submitLabel={page ? 'Update Page' : 'Add Page'}
      size="xl"
      form={form}
      uploading={uploading}
      hasPendingInput={pending}
      toColumns={async (values) => ({
        ...toPageColumns(values, page?.published_at),
        content: await storedContent(values.content, page?.content),
      })}
      insert={insertPage}
      update={updatePage}
      getName={(saved) => saved.title}
      onError={showTakenSlug}
    >
      <div className="grid gap-5">
        <TextField label="Title" required error={errors.title?.message} {...title} />
        <TextField
          label="Address"
          required
          autoCapitalize="none"
          spellCheck={false}
          hint="The last part of the page's web address, after /pages/."
          error={errors.slug?.message}
          {...register('slug')}
        />
        <TextAreaField
          label="Description"
          rows={2}
          hint="Shown in search results. Leave empty to show the start of the text."
          error={errors.description?.message}
          {...register('description')}
        />
        <RichTextField
          label="Content"
          control={control}
          name="content"
          initial={getValues('content')}
          onUploading={setUploading}
          onPending={setPending}
          Editor={PageEditor}
        />
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-semibold text-[0.9375rem] leading-snug">Links</legend>
          <CheckField label="In the footer" {...register('in_footer')} />
          <CheckField
            label="In the second navigation"
            hint="Adds the page to a row of links below the header."
            {...register('in_menu')}
          />
        </fieldset>
        <TextField
          label="Order"
          inputMode="numeric"
          required
          hint="Links with a lower number come first. Links with the same number are sorted by title."
          error={errors.order_index?.message}
          {...register('order_index')}
        />
        <CheckField
          label="Published"
          hint="Drafts are only visible here and through a preview link."
          {...register('is_published')}
        />
        <PublicationDateField
          hint="In Ontario time. Visitors see the page from then on. Leave empty to publish it now. Drafts have no date."
          error={errors.published_at?.message}
          {...register('published_at')}
        />
      </div>
    </RecordDialog>
  );
}
