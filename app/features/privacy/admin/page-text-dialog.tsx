import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { RecordDialog } from '#app/admin/records/record-form.tsx';
import type { EditingDialog } from '#app/admin/records/use-records.tsx';
import type { Fields } from '#app/admin/records/version-conflict.ts';
import { RichTextField, storedRichText } from '#app/admin/rich-text/rich-text-field.tsx';
import { TextField } from '#app/ui/field.tsx';
import {
  insertSitePage,
  type SitePage,
  type SitePageForm,
  sitePageForm,
  updateSitePage,
} from '../page-texts.ts';
import { builtInPages, placeholders, type SitePageSlug, type SitePageText } from '../site-pages.ts';

type PageTextDialogProps = EditingDialog<SitePage> & { slug: SitePageSlug };

const fields: Fields<SitePageText & { slug: SitePageSlug }> = {
  title: 'Title',
  content: { label: 'Content', show: 'richText' },
  slug: null,
};

export default function PageTextDialog({ slug, row, ...frame }: PageTextDialogProps) {
  // The list may be refetched meanwhile.
  const [own] = useState(row);
  const [uploading, setUploading] = useState(false);
  const [pending, setPending] = useState(false);
  const { title, content } = own ?? builtInPages[slug];
  const form = useForm<SitePageForm>({
    resolver: zodResolver(sitePageForm),
    defaultValues: { title, content },
  });

  return (
    <RecordDialog
      {...frame}
      row={own}
      defaults={builtInPages[slug]}
      entity="page"
      fields={fields}
      title={`Edit ${builtInPages[slug].title} Page`}
      submitLabel="Save Page"
      size="xl"
      form={form}
      uploading={uploading}
      hasPendingInput={pending}
      toColumns={async (values) => ({
        title: values.title,
        content: await storedRichText(values.content, content),
      })}
      insert={(client, text) => insertSitePage(client, { ...text, slug })}
      update={updateSitePage}
      getName={(saved) => saved.title}
    >
      <div className="grid gap-5">
        <TextField
          label="Title"
          required
          error={form.formState.errors.title?.message}
          {...form.register('title')}
        />
        <RichTextField
          label="Content"
          control={form.control}
          name="content"
          initial={content}
          onUploading={setUploading}
          onPending={setPending}
        />
        <div className="text-ink-soft text-sm">
          <p>These placeholders are filled in from your settings:</p>
          <ul className="mt-1 grid gap-0.5">
            {placeholders.map(([placeholder, meaning]) => (
              <li key={placeholder}>
                <code>{placeholder}</code> {meaning}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </RecordDialog>
  );
}
