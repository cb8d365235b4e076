import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Control, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { DeletedLink } from '#app/admin/lists/list-parts.tsx';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { formQueryOptions } from '#app/admin/query-client.ts';
import { CheckedToday, Proposal } from '#app/admin/records/proposal.tsx';
import { useRecordSaving } from '#app/admin/records/record-form.tsx';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import { useDeletion } from '#app/admin/records/use-deletion.tsx';
import type { Fields } from '#app/admin/records/version-conflict.ts';
import { FormSection, PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { HstSection } from '#app/features/business/hst-section.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { describeShare } from '../describe-quote.ts';
import {
  defaultQuoteSettings,
  insertQuoteSettings,
  proposedTerms,
  type QuoteSettings,
  type QuoteSettingsColumns,
  type QuoteSettingsInput,
  type QuoteSettingsValues,
  quoteSettingsForm,
  readQuoteSettings,
  toQuoteSettingsColumns,
  toQuoteSettingsForm,
  updateQuoteSettings,
} from '../quote-settings.ts';
import { deleteQuoteTemplate, listQuoteTemplates, type QuoteTemplate } from '../quote-start.ts';
import { ShareField } from './share-field.tsx';

export default function QuoteSettingsScreen() {
  const client = useAdminClient();
  const query = useQuery({
    queryKey: ['quote_settings'],
    queryFn: async () => ({ row: await readQuoteSettings(client) }),
    ...formQueryOptions,
  });
  return (
    <>
      <div className="mb-4">
        <PageHeader
          title="Quote Settings"
          intro="Choose what every quote shows and what new quotes start with. Sent versions never change."
        />
      </div>
      <ListStates entityPlural="settings" shape="form" query={query}>
        {({ row }) => <SettingsForm initial={row} />}
      </ListStates>
      <TemplateList />
    </>
  );
}

const fields: Fields<QuoteSettingsColumns> = {
  legal_name: 'Legal name',
  valid_days: 'Days a quote is valid',
  defaults: {
    keys: {
      deposit: { label: 'Deposit', show: describeShare },
      start: 'Start',
      duration: 'Duration',
      delivery: 'Delivery',
      paymentTerms: 'Payment terms',
      terms: 'Terms and conditions',
      cancellation: 'Cancellation',
      checkedOn: 'Wording checked on',
    },
  },
  consent_sentence: 'What customers agree to when they accept',
  reminder_days: {
    label: 'Send reminders after (days)',
    show: (days: number[]) => days.join(', '),
  },
  reminder_text: 'Reminder text',
  bookkeeping_years: 'Years to keep accepted quotes after their tax year',
};

function SettingsForm({ initial }: { initial: QuoteSettings | null }) {
  const client = useAdminClient();
  const [stored, setStored] = useState(initial ?? undefined);
  const submitButton = useRef<HTMLButtonElement>(null);
  const form = useForm<QuoteSettingsInput, unknown, QuoteSettingsValues>({
    resolver: zodResolver(quoteSettingsForm),
    defaultValues: toQuoteSettingsForm(stored ?? defaultQuoteSettings),
  });
  const { register, control, setValue, handleSubmit, reset, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const proposing = { control, setValue };
  const saving = useRecordSaving<QuoteSettings, QuoteSettingsColumns>({
    entity: 'quote settings',
    fields,
    row: stored,
    defaults: defaultQuoteSettings,
    insert: (columns) => insertQuoteSettings(client, columns),
    update: (version, columns) => updateQuoteSettings(client, version, columns),
    name: () => 'Quote settings',
    onDone(saved) {
      setStored(saved);
      reset(toQuoteSettingsForm(saved));
    },
    finalFocus: () => submitButton.current,
  });

  return (
    <form
      noValidate
      aria-label="Quote settings"
      onSubmit={handleSubmit((values) => saving.save(toQuoteSettingsColumns(values)))}
      className="grid gap-5"
    >
      <HstSection />
      <FormSection title="Seller">
        <TextField
          label="Legal name"
          hint="If it differs from the business name."
          {...register('legal_name')}
          error={errors.legal_name?.message}
        />
      </FormSection>
      <FormSection title="New quotes start with">
        <div className="grid gap-4">
          <UseAllProposals {...proposing} />
          <Proposal {...proposing} name="valid_days" value={proposals.valid_days}>
            <TextField
              label="Days a quote is valid"
              inputMode="numeric"
              {...register('valid_days')}
              error={errors.valid_days?.message}
            />
          </Proposal>
          <ShareField
            label="Deposit"
            value={register('deposit.value')}
            type={register('deposit.type')}
            error={errors.deposit?.value?.message}
          />
          <TextField
            label="Start"
            hint="For example: three weeks after the deposit."
            {...register('start')}
            error={errors.start?.message}
          />
          <TextField label="Duration" {...register('duration')} error={errors.duration?.message} />
          <Proposal {...proposing} name="delivery" value={proposals.delivery}>
            <TextField
              label="Delivery"
              {...register('delivery')}
              error={errors.delivery?.message}
            />
          </Proposal>
          <Proposal {...proposing} name="paymentTerms" value={proposals.paymentTerms}>
            <TextAreaField
              label="Payment terms"
              rows={2}
              {...register('paymentTerms')}
              error={errors.paymentTerms?.message}
            />
          </Proposal>
          <TextAreaField
            label="Terms and conditions"
            rows={5}
            {...register('terms')}
            error={errors.terms?.message}
          />
          <Proposal {...proposing} name="cancellation" value={proposals.cancellation}>
            <TextAreaField
              label="Cancellation"
              rows={3}
              {...register('cancellation')}
              error={errors.cancellation?.message}
            />
          </Proposal>
          <CheckedToday {...proposing} name="checkedOn">
            <TextField
              label="Wording checked on"
              type="date"
              hint="Only you see this. The wording above is a suggestion, not legal advice. Check it, and check which Consumer Protection Act is in force."
              {...register('checkedOn')}
              error={errors.checkedOn?.message}
            />
          </CheckedToday>
        </div>
      </FormSection>
      <FormSection title="Acceptance, reminders and bookkeeping">
        <div className="grid gap-4">
          <TextAreaField
            label="What customers agree to when they accept"
            rows={2}
            required
            {...register('consent_sentence')}
            error={errors.consent_sentence?.message}
          />
          <TextField
            label="Send reminders after (days)"
            hint="Up to three reminders, sent on weekdays between 9 and 5 until the customer answers. Leave empty to send none."
            {...register('reminderDays')}
            error={errors.reminderDays?.message}
          />
          <TextAreaField
            label="Reminder text"
            rows={2}
            {...register('reminder_text')}
            error={errors.reminder_text?.message}
          />
          <TextField
            label="Years to keep accepted quotes after their tax year"
            inputMode="numeric"
            required
            {...register('bookkeeping_years')}
            error={errors.bookkeeping_years?.message}
          />
        </div>
      </FormSection>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" ref={submitButton} disabled={isSubmitting}>
          Save
        </Button>
        <p role="alert" className="font-medium text-barn empty:hidden">
          {saving.error}
        </p>
      </div>
      <UnsavedInput when={isDirty && !isSubmitting} />
      {saving.dialogs}
    </form>
  );
}

const proposals = {
  valid_days: String(proposedTerms.validDays),
  delivery: proposedTerms.delivery,
  paymentTerms: proposedTerms.paymentTerms,
  cancellation: proposedTerms.cancellation,
};

type UseAllProps = Pick<
  UseFormReturn<QuoteSettingsInput, unknown, QuoteSettingsValues>,
  'setValue'
> & {
  control: Control<QuoteSettingsInput, unknown, QuoteSettingsValues>;
};

/** Of the text that replaces the button that had the focus. */
const focus = (element: HTMLElement | null) => element?.focus();

/** Fills in every proposal whose field is empty. */
function UseAllProposals({ control, setValue }: UseAllProps) {
  const [isUsed, setUsed] = useState(false);
  const names = Object.keys(proposals) as (keyof typeof proposals)[];
  const values = useWatch({ control, name: names });
  const empty = names.filter((_name, index) => values[index]?.trim() === '');
  if (isUsed)
    return (
      <p role="status" tabIndex={-1} ref={focus} className="text-ink-soft">
        Filled in. Please check each text.
      </p>
    );
  if (empty.length < 2) return null;
  return (
    <Button
      variant="secondary"
      className="justify-self-start"
      onClick={() => {
        for (const name of empty) setValue(name, proposals[name], { shouldDirty: true });
        setUsed(true);
      }}
    >
      Use all {empty.length} suggestions
    </Button>
  );
}

function TemplateList() {
  const client = useAdminClient();
  const toasts = useToasts();
  const query = useQuery({
    queryKey: ['quote_templates'],
    queryFn: () => listQuoteTemplates(client),
  });
  const deletion = useDeletion<QuoteTemplate, void>({
    table: 'quote_templates',
    question: 'Delete this template?',
    remove: (client, { id }) => deleteQuoteTemplate(client, id),
    onSuccess: (_deleted, { name }) => toasts.news(`The template “${name}” was deleted.`),
    explainError: (message) => `Couldn't delete the template: ${message}`,
  });
  return (
    <div className="mt-5">
      <FormSection
        title="Templates"
        intro="New quotes can start from a template. To add one, use 'Save as template' at the end of a quote."
      >
        <ListStates entityPlural="templates" shape="text" query={query}>
          {(templates) =>
            templates.length === 0 ? (
              <p className="text-ink-soft">No templates yet.</p>
            ) : (
              <ul className="divide-y divide-line">
                {templates.map((template) => (
                  <li
                    key={template.id}
                    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
                  >
                    <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{template.name}</span>
                    <Button
                      variant="secondary"
                      aria-label={`Delete ${template.name}`}
                      onClick={() => deletion.ask(template)}
                    >
                      Delete
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </ListStates>
        <DeletedLink table="quote_templates" />
        {deletion.dialogs}
      </FormSection>
    </div>
  );
}
