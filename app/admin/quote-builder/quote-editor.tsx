import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { RowChanged } from '#app/data/errors.ts';
import { insertQuoteTemplate } from '#app/data/quote-templates.ts';
import { insertQuote, type Quote, type QuoteDraft, updateQuote } from '#app/data/quotes.ts';
import { formatCents } from '#app/domain/designs/price.ts';
import type { QuoteContent } from '#app/domain/quotes/content.ts';
import type { QuoteStart } from '#app/domain/quotes/prefill.ts';
import {
  type QuoteFormInput,
  type QuoteFormValues,
  quoteForm,
  toQuoteColumns,
  toQuoteForm,
} from '#app/domain/quotes/quote-form.ts';
import { calculateTotals } from '#app/domain/quotes/totals.ts';
import { Button } from '#app/ui/button.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { logError } from '../log-error.ts';
import { PageHeader } from '../page-header.tsx';
import { invalidateTable } from '../query-client.ts';
import { UnsavedInput } from '../records/unsaved-input.tsx';
import { useAdminClient } from '../session.ts';
import { CustomerFields, QuoteTextFields } from './content-fields.tsx';
import { LineFields } from './line-fields.tsx';
import { QuoteHistoryView } from './quote-history.tsx';
import { QuoteStateBadge } from './quote-state-badge.tsx';
import { SendDialog } from './send-dialog.tsx';
import { StartFrom } from './start-from.tsx';

export type EditorStart = {
  draft: QuoteDraft;
  /** Ids of items whose price is not known yet. */
  unpriced: string[];
  /** Adds what the settings say, for a new quote. */
  complete?: (content: QuoteContent) => QuoteContent;
};

type QuoteEditorProps = {
  /** Null for one that is not stored yet. */
  quote: Quote | null;
  start: EditorStart;
  /** Reads the quote again. */
  onReload: () => void;
};

export function QuoteEditor({ quote, start, onReload }: QuoteEditorProps) {
  const { draft, complete } = start;
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [stored, setStored] = useState(quote);
  const [chosen, setChosen] = useState<QuoteStart>({
    content: draft.content,
    unpriced: start.unpriced,
  });
  const base = stored?.content ?? chosen.content;
  const [sending, setSending] = useState<Quote>();
  const [error, setError] = useState<string>();
  const form = useForm<QuoteFormInput, unknown, QuoteFormValues>({
    resolver: zodResolver(quoteForm),
    defaultValues: toQuoteForm(stored ?? draft, start.unpriced),
    mode: 'onTouched',
  });
  const { register, control, handleSubmit, reset, trigger, getValues, formState } = form;
  const { errors, isDirty, dirtyFields, isSubmitting } = formState;
  const isClosed = stored?.state === 'withdrawn' || Boolean(stored?.erased_at);

  useEffect(() => {
    const { items } = chosen.content;
    for (const id of chosen.unpriced) {
      void trigger(`items.${items.findIndex((item) => item.id === id)}.price`);
    }
  }, [chosen, trigger]);

  function startWith({ content, unpriced }: QuoteStart) {
    const completed = complete?.(content) ?? content;
    const { customer_name, customer_email, customer_phone, customer_address } = getValues();
    const customer = { customer_name, customer_email, customer_phone, customer_address };
    const filled = toQuoteForm({ ...draft, content: completed }, unpriced);
    reset({ ...filled, ...customer }, { keepDefaultValues: true });
    setChosen({ content: completed, unpriced });
  }

  /** Saves, and returns the stored quote; undefined if that failed. */
  async function save(values: QuoteFormValues): Promise<Quote | undefined> {
    setError(undefined);
    const columns = toQuoteColumns(values, base);
    try {
      const saved = stored
        ? await updateQuote(client, stored, columns)
        : await insertQuote(client, {
            quote_request_id: draft.quote_request_id ?? null,
            ...columns,
          });
      setStored(saved);
      reset(toQuoteForm(saved));
      void invalidateTable(queryClient, 'quotes');
      return saved;
    } catch (caught) {
      logError('Could not save a quote', caught);
      setError(
        caught instanceof RowChanged
          ? `${caught.changedBy?.email ?? 'Somebody'} has changed this quote in the meantime. Load it again to see it; copy what you want to keep first.`
          : 'The quote could not be saved. Please try again.',
      );
      return undefined;
    }
  }

  const saveOnly = handleSubmit(async (values) => {
    const isNew = !stored;
    const saved = await save(values);
    if (!saved) return;
    toasts.news('The quote is saved.', { key: 'quote' });
    if (isNew) void navigate(`/admin/quote-builder/${saved.id}`, { replace: true });
  });
  const saveTemplate = handleSubmit(async (values) => {
    const { content } = toQuoteColumns(values, base);
    const name = content.title.trim() || 'Without a title';
    try {
      await insertQuoteTemplate(client, name, { ...content, design: null, validUntil: null });
      toasts.news(`The template “${name}” is saved.`);
    } catch (caught) {
      logError('Could not save a template', caught);
      toasts.failure('The template could not be saved. Please try again.');
    }
  });
  const saveAndSend = handleSubmit(async (values) => {
    const saved = isDirty || !stored ? await save(values) : stored;
    if (saved) setSending(saved);
  });

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageHeader title={stored?.number ? `Quote ${stored.number}` : 'New quote'} />
        {stored && <QuoteStateBadge quote={stored} />}
        {stored?.quote_request_id && (
          <Link to={`/admin/quotes?open=${stored.quote_request_id}`} className="drawn-link">
            Quote request
          </Link>
        )}
      </div>
      {!stored && (
        <div className="mb-5">
          <StartFrom
            current={chosen}
            hasInput={() => Object.keys(dirtyFields).some((name) => !name.startsWith('customer_'))}
            onChoose={startWith}
          />
        </div>
      )}
      {stored && stored.version > 0 && <QuoteHistoryView quote={stored} onChanged={onReload} />}
      <form noValidate aria-label="Quote" onSubmit={saveOnly} className="grid gap-5">
        <fieldset disabled={isClosed} className="grid gap-5">
          <CustomerFields
            register={register}
            errors={errors}
            isAgreed={typeof stored?.accepted_version === 'number'}
          />
          <LineFields register={register} control={control} errors={errors} />
          <QuoteTextFields register={register} errors={errors} />
        </fieldset>
        <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-3 border-line border-t bg-paper px-4 py-3 sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8">
          <p role="alert" className="font-medium text-barn empty:hidden">
            {error}
          </p>
          {error && stored && (
            <Button variant="secondary" onClick={onReload}>
              Load again
            </Button>
          )}
          <LiveTotal control={control} base={base} />
          <Button variant="secondary" onClick={saveTemplate} disabled={isSubmitting}>
            Save as template
          </Button>
          <Button type="submit" variant="secondary" disabled={isSubmitting || isClosed}>
            Save
          </Button>
          <Button onClick={saveAndSend} disabled={isSubmitting || isClosed}>
            Preview and send
          </Button>
        </div>
      </form>
      <UnsavedInput when={isDirty && !isSubmitting} />
      {sending && (
        <SendDialog
          quote={sending}
          onClose={() => setSending(undefined)}
          onSent={() => {
            setSending(undefined);
            void invalidateTable(queryClient, 'quotes');
            if (quote) onReload();
            else void navigate(`/admin/quote-builder/${sending.id}`, { replace: true });
          }}
        />
      )}
    </>
  );
}

type LiveTotalProps = {
  control: ReturnType<typeof useForm<QuoteFormInput, unknown, QuoteFormValues>>['control'];
  base: QuoteDraft['content'];
};

/** The total of what is typed; nothing while a field is invalid. */
function LiveTotal({ control, base }: LiveTotalProps) {
  const typed = useWatch({ control });
  const { success, data } = quoteForm.safeParse(typed);
  if (!success) return null;
  const totals = calculateTotals(toQuoteColumns(data, base).content);
  return (
    <p className="mr-auto tabular-nums">
      Total <strong>{formatCents(totals.total)}</strong>
      <span className="text-ink-soft"> with {formatCents(totals.hst)} HST</span>
    </p>
  );
}
