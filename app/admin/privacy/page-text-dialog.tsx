import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, Suspense, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { insertSitePage, type SitePage, updateSitePage } from '#app/data/site-pages.ts';
import { columnField } from '#app/domain/merging.ts';
import { type SitePageForm, sitePageForm } from '#app/domain/site-page-form.ts';
import {
  builtInPages,
  placeholders,
  type SitePageSlug,
  type SitePageText,
} from '#app/domain/site-pages.ts';
import { TextField } from '#app/ui/field.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { ShownField } from '../records/conflict-dialog.tsx';
import { RecordDialog } from '../records/record-dialog.tsx';
import { useRecordSaving } from '../records/use-record-saving.tsx';
import { useAdminClient } from '../session.ts';

const ShownText = lazy(() => import('../rich-text/shown-text.tsx'));
const RichTextEditor = lazy(() => import('../rich-text/editor.tsx'));

const field = columnField<SitePageText>;
const merge: ShownField<SitePageText>[] = [
  field('Title', 'title'),
  {
    ...field('Content', 'content'),
    show: ({ content }) => (
      <Suspense>
        <ShownText html={content} />
      </Suspense>
    ),
  },
];

type PageTextDialogProps = {
  slug: SitePageSlug;
  /** The owner's own words; without them it begins with the built-in ones. */
  own: SitePage | undefined;
  onClose: () => void;
  onSaved: () => void;
  finalFocus: () => HTMLElement | null;
};

/** Changes the words of a page. Shown only while it is open. */
export function PageTextDialog({ slug, own, onClose, onSaved, finalFocus }: PageTextDialogProps) {
  const client = useAdminClient();
  const [uploading, setUploading] = useState(false);
  const { title, content } = own ?? builtInPages[slug];
  const { register, control, handleSubmit, formState } = useForm<SitePageForm>({
    resolver: zodResolver(sitePageForm),
    defaultValues: { title, content },
  });
  const saving = useRecordSaving({
    thing: 'page',
    row: own,
    fields: merge,
    insert: (text: SitePageText) => insertSitePage(client, { ...text, slug }),
    update: (read, text) => updateSitePage(client, read, text),
    name: (saved) => saved.title,
    onDone: onSaved,
  });

  const submit = handleSubmit(async (values) => {
    const { richTextToStore } = await import('#app/domain/rich-text.ts');
    // Words that nobody touched here stay as they are: sanitizing them would look like a change.
    const words = values.content === content ? content : richTextToStore(values.content);
    await saving.save({ title: values.title, content: words });
  });

  return (
    <RecordDialog
      title={`Edit ${builtInPages[slug].title} Page`}
      submitLabel="Save Page"
      size="xl"
      saving={formState.isSubmitting}
      uploading={uploading}
      hasUnsavedInput={formState.isDirty}
      failure={saving.failure}
      onSubmit={submit}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <div className="grid gap-5">
        <TextField
          label="Title"
          required
          error={formState.errors.title?.message}
          {...register('title')}
        />
        <Controller
          control={control}
          name="content"
          render={({ field: { onChange } }) => (
            <Suspense
              fallback={
                <div className="grid min-h-[200px] place-items-center border border-line">
                  <Spinner label="Loading the editor" />
                </div>
              }
            >
              <RichTextEditor
                label="Content"
                initial={content}
                onChange={onChange}
                onUploading={setUploading}
                error={formState.errors.content?.message}
              />
            </Suspense>
          )}
        />
        <div className="text-ink-soft text-sm">
          <p>These stand for facts of your settings, and change with them:</p>
          <ul className="mt-1 grid gap-0.5">
            {placeholders.map(([placeholder, meaning]) => (
              <li key={placeholder}>
                <code>{placeholder}</code> {meaning}
              </li>
            ))}
          </ul>
        </div>
      </div>
      {saving.dialogs}
    </RecordDialog>
  );
}
