import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { invalidateTable, openedQueryOptions } from '#app/admin/query-client.ts';
import { RecordDialog } from '#app/admin/records/record-form.tsx';
import type { Fields } from '#app/admin/records/version-conflict.ts';
import { useAdminClient } from '#app/admin/session.ts';
import {
  type BusinessSettings,
  readBusinessSettings,
  type SiteTextsColumns,
  updateSettings,
} from '#app/features/business/business-settings.ts';
import {
  type SiteText,
  type SiteTextsForm,
  type SiteTextsInput,
  siteTexts,
  siteTextsForm,
  toSiteTextsColumn,
  toSiteTextsForm,
} from '#app/features/business/site-texts.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';

const title = 'Edit Texts';

const groups = [
  { title: 'Home Page', texts: siteTexts.home },
  { title: 'Quote Request Page', texts: siteTexts.quote },
  { title: 'Design Page', texts: siteTexts.design },
  { title: 'Contact Page', texts: siteTexts.contact },
  { title: 'Blog', texts: siteTexts.blog },
  { title: 'Every Page', texts: siteTexts.everywhere },
];

const labels = groups.flatMap(({ title, texts }) =>
  Object.entries(texts).map(([name, { label }]) => [name, `${label} (${title})`] as const),
);
const fields: Fields<SiteTextsColumns> = { site_texts: { keys: Object.fromEntries(labels) } };

type SiteTextsDialogProps = { onClose: () => void; finalFocus: () => HTMLElement | null };

export default function SiteTextsDialog(frame: SiteTextsDialogProps) {
  const client = useAdminClient();
  const query = useQuery({
    ...openedQueryOptions('business_settings', 'texts'),
    queryFn: () => readBusinessSettings(client),
  });
  if (query.data) return <TextsForm {...frame} settings={query.data} />;
  return (
    <Dialog open inUrl size="lg" title={title} {...frame}>
      <ListStates entityPlural="texts" shape="form" query={query}>
        {() => (
          <p>
            Enter your business name in{' '}
            <Link to="/admin/settings" className="drawn-link">
              Business Settings
            </Link>{' '}
            first.
          </p>
        )}
      </ListStates>
    </Dialog>
  );
}

type TextsFormProps = SiteTextsDialogProps & { settings: BusinessSettings };

function TextsForm({ settings, ...frame }: TextsFormProps) {
  const queryClient = useQueryClient();
  const form = useForm<SiteTextsInput, unknown, SiteTextsForm>({
    resolver: zodResolver(siteTextsForm),
    defaultValues: toSiteTextsForm(settings.site_texts),
  });
  const errors = form.formState.errors.texts;

  return (
    <RecordDialog<SiteTextsInput, SiteTextsForm, SiteTextsColumns, BusinessSettings>
      {...frame}
      onSaved={() => {
        frame.onClose();
        void invalidateTable(queryClient, 'business_settings');
      }}
      row={settings}
      entity="texts"
      fields={fields}
      title={title}
      submitLabel="Save Texts"
      form={form}
      toColumns={(values) => ({ site_texts: toSiteTextsColumn(values) })}
      // There is one row, which Business Settings inserts.
      insert={(client, { site_texts }) => updateSettings(client, settings, { site_texts })}
      update={updateSettings}
      getName={() => 'Texts'}
    >
      <div className="grid gap-8">
        <p className="text-ink-soft">
          The thank-you messages and your dashboard always promise an answer within 24 hours.
        </p>
        {groups.map(({ title, texts }) => (
          <fieldset key={title} className="grid min-w-0 gap-5 sm:grid-cols-2">
            <legend className="mb-3 font-semibold text-xl">{title}</legend>
            {Object.entries<SiteText>(texts).map(
              ([name, { label, usual, canHide, long, ifEmpty }]) => {
                const field = {
                  label,
                  hint:
                    ifEmpty ??
                    (canHide ? 'Leave empty to hide it.' : `Leave empty to use "${usual}".`),
                  error: errors?.[name]?.message,
                  ...form.register(`texts.${name}`),
                };
                return (
                  <div key={name} className={long ? 'sm:col-span-2' : ''}>
                    {long ? <TextAreaField rows={3} {...field} /> : <TextField {...field} />}
                  </div>
                );
              },
            )}
          </fieldset>
        ))}
      </div>
    </RecordDialog>
  );
}
