import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { useImages } from '#app/admin/images/use-images.ts';
import { lazyComponent } from '#app/admin/lazy-screen.ts';
import { logError } from '#app/admin/log-error.ts';
import { invalidateTable, pollIntervalMs } from '#app/admin/query-client.ts';
import { useRecordSaving } from '#app/admin/records/record-form.tsx';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import { useDeletion } from '#app/admin/records/use-deletion.tsx';
import { ActionBar } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { isUnanswered } from '#app/lib/crud.ts';
import { formatCents } from '#app/lib/prices.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { Button } from '#app/ui/button.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { type QuoteContent, type QuoteSelection, quoteLimits } from '../quote-content.ts';
import {
  type QuoteFormInput,
  type QuoteFormValues,
  quoteForm,
  toQuoteColumns,
  toQuoteForm,
  withoutFormerWording,
} from '../quote-form.ts';
import { insertQuoteTemplate, type QuoteStart } from '../quote-start.ts';
import { calculateTotals, getPossibleSelection } from '../quote-totals.ts';
import {
  deleteQuote,
  insertQuote,
  type Quote,
  QuoteClosed,
  type QuoteColumns,
  type QuoteDraft,
  readAcceptedSelection,
  readQuote,
  updateQuote,
} from '../quotes.ts';
import {
  CustomerFields,
  QuotePhotos,
  QuoteTextFields,
  quoteFields,
} from './quote-content-fields.tsx';
import { LineFields } from './quote-line-fields.tsx';
import { QuoteTitle } from './quote-state-badge.tsx';
import { SendDialog } from './send-dialog.tsx';

const StartFrom = lazyComponent(() => import('./start-from.tsx'));

export type EditorStart = {
  draft: QuoteDraft;
  unpriced: string[];
  requested: Pick<QuoteContent, 'design' | 'colors'>;
  /** Adds the defaults of the settings. */
  complete: (content: QuoteContent) => QuoteContent;
};

type QuoteEditorProps = {
  quote: Quote | null;
  start: EditorStart;
  hst: QuoteContent['hst'];
  onReload: () => void;
};

export function QuoteEditor({ quote, start, hst, onReload }: QuoteEditorProps) {
  const { draft, complete } = start;
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  // The version that the form started with. Saving compares it to detect conflicts.
  const [stored, setStored] = useState(quote);
  const [chosen, setChosen] = useState<QuoteStart>({
    content: draft.content,
    unpriced: start.unpriced,
  });
  const base = stored?.content ?? chosen.content;
  const { design, colors } = base.design ? base : start.requested;
  const [sending, setSending] = useState<Quote>();
  const [problem, setProblem] = useState<string>();
  const next = useRef<'send' | undefined>(undefined);
  const saveButton = useRef<HTMLButtonElement>(null);
  const { data: current = stored } = useQuery({
    queryKey: ['quotes', 'row', stored?.id],
    queryFn: () => readQuote(client, stored?.id ?? ''),
    enabled: stored !== null,
    refetchInterval: pollIntervalMs,
  });
  const acceptedVersion = current?.accepted_version ?? null;
  const { data: selection = null } = useQuery({
    queryKey: ['quotes', 'accepted-selection', current?.id, acceptedVersion],
    queryFn: () => (current ? readAcceptedSelection(client, current) : null),
    enabled: acceptedVersion !== null,
  });
  const form = useForm<QuoteFormInput, unknown, QuoteFormValues>({
    resolver: zodResolver(quoteForm),
    defaultValues: toQuoteForm(stored ?? draft, start.unpriced),
  });
  const { register, control, handleSubmit, reset, setError, setFocus, formState } = form;
  const { trigger, setValue, getValues, getFieldState, resetField, watch } = form;
  const { errors, isDirty, dirtyFields, isSubmitting } = formState;
  const photos = useImages({
    folder: 'orders',
    initial: base.images,
    limit: quoteLimits.images,
    failed: (name) => `Couldn't upload ${name}.`,
  });
  const hasChanges = isDirty || photos.paths.join() !== base.images.join();
  const isClosed = current?.state === 'withdrawn' || Boolean(current?.erased_at);

  useEffect(() => {
    const { items } = chosen.content;
    for (const id of chosen.unpriced) {
      void trigger(`items.${items.findIndex((item) => item.id === id)}.price`);
    }
  }, [chosen, trigger]);
  // Errors are removed as soon as they are corrected. Validation on blur would move a box under the pointer.
  useEffect(() => {
    const { unsubscribe } = watch((_values, { name }) => {
      setProblem(undefined);
      if (name && getFieldState(name).error) void trigger(name);
    });
    return unsubscribe;
  }, [watch, getFieldState, trigger]);

  // Extending the quote on this screen changes its day and nothing else.
  const extended = current && stored && isOnlyExtended(current, stored) ? current : undefined;
  useEffect(() => {
    if (!extended) return;
    setStored(extended);
    const defaultValue = extended.content.validUntil ?? '';
    if (!getFieldState('validUntil').isDirty) resetField('validUntil', { defaultValue });
  }, [extended, getFieldState, resetField]);

  function startWith({ content, unpriced }: QuoteStart) {
    const completed = complete(content);
    const { customer_name, customer_email, customer_phone, customer_address } = getValues();
    const customer = { customer_name, customer_email, customer_phone, customer_address };
    const filled = toQuoteForm({ ...draft, content: completed }, unpriced);
    reset({ ...filled, ...customer }, { keepDefaultValues: true });
    photos.replace(completed.images);
    setChosen({ content: completed, unpriced });
  }

  const saving = useRecordSaving<Quote, QuoteColumns>({
    entity: 'quote',
    fields: quoteFields,
    row: stored ?? undefined,
    insert: (columns, id) =>
      insertQuote(client, { id, quote_request_id: draft.quote_request_id ?? null, ...columns }),
    update: (version, columns) => updateQuote(client, version, columns),
    onError(error) {
      if (!(error instanceof QuoteClosed)) return false;
      setProblem('Someone withdrew this quote. Duplicate it to offer it again.');
      void invalidateTable(queryClient, 'quotes');
      return true;
    },
    onDone(saved, outcome) {
      setStored(saved);
      reset(toQuoteForm(saved));
      void invalidateTable(queryClient, 'quotes');
      if (outcome === 'theirs') {
        toasts.news('We kept their version.', { key: 'quote' });
        return onReload();
      }
      if (next.current === 'send') return setSending(saved);
      toasts.news('Quote saved.', { key: 'quote' });
      if (saved.id !== quote?.id) showStored(saved);
    },
    finalFocus: () => saveButton.current,
  });

  const deletion = useDeletion<Quote, void>({
    table: 'quotes',
    question: 'Delete this draft?',
    remove: (_client, { id }) => deleteQuote(client, id),
    onSuccess() {
      toasts.news('Draft deleted.');
      reset(undefined, { keepValues: true });
      void navigate('/admin/quote-builder', { replace: true });
    },
    explainError: (message) => `Couldn't delete the draft: ${message}`,
  });

  function showStored({ id }: Quote) {
    void navigate(`/admin/quote-builder/${id}`, { replace: true });
  }

  const toColumns = (values: QuoteFormValues): QuoteColumns =>
    toQuoteColumns(values, { ...base, hst, design, colors, images: photos.paths });
  const save = (then: 'send' | undefined) =>
    handleSubmit(async (values) => {
      setProblem(undefined);
      if (photos.uploading) return setProblem('Please wait until the photos have uploaded.');
      const missing = then === 'send' ? findMissing(values) : [];
      for (const [name, message] of missing) setError(name, { message });
      if (missing[0]) {
        const [name, message] = missing[0];
        if (name !== 'items') setFocus(name);
        return setProblem(`${message}.`);
      }
      next.current = then;
      const { paymentTerms, hst: storedHst } = stored?.content ?? base;
      const isCurrent =
        sameHst(storedHst, hst) && paymentTerms === withoutFormerWording(paymentTerms);
      const isStored = stored && !hasChanges && isCurrent;
      if (!then || !isStored) return await saving.save(toColumns(values));
      void invalidateTable(queryClient, 'quotes');
      setSending(stored);
    });
  // The same template has the same id until it is saved.
  const template = useRef({ id: '', text: '' });
  const saveTemplate = handleSubmit(async (values) => {
    const { content } = toColumns(values);
    const name = content.title.trim() || 'Untitled';
    try {
      const unsaved = {
        name,
        content: { ...content, design: null, colors: undefined, validUntil: null },
      };
      const text = JSON.stringify(unsaved);
      if (template.current.text !== text) template.current = { id: createUuid(), text };
      await insertQuoteTemplate(client, { id: template.current.id, ...unsaved });
      template.current = { id: '', text: '' };
      void invalidateTable(queryClient, 'quote_templates');
      toasts.news(`The template “${name}” was saved.`);
    } catch (caught) {
      logError('Template save failed', caught);
      toasts.error(
        isUnanswered(caught)
          ? "The server didn't respond. It's safe to try again."
          : "Couldn't save the template. Please try again.",
      );
    }
  });

  return (
    <>
      <QuoteTitle quote={current} requestId={(stored ?? draft).quote_request_id}>
        {stored && stored.version > 0 && (
          <Link
            to={`/admin/quote-builder/${stored.id}`}
            className="drawn-link inline-flex min-h-11 items-center"
          >
            Back to the quote as sent
          </Link>
        )}
      </QuoteTitle>
      {!stored && (
        <div className="mb-5">
          <Suspense fallback={null}>
            <StartFrom
              current={chosen}
              hasInput={() =>
                Object.keys(dirtyFields).some((name) => !name.startsWith('customer_'))
              }
              onChoose={startWith}
            />
          </Suspense>
        </div>
      )}
      <form
        noValidate
        aria-label="Quote"
        onSubmit={save(undefined)}
        className="grid gap-5 [&_:is(input,select,textarea,button)]:scroll-mb-40"
      >
        <fieldset disabled={isClosed} className="grid min-w-0 gap-5">
          <CustomerFields
            register={register}
            errors={errors}
            isAgreed={current?.accepted_version != null}
          />
          <LineFields register={register} control={control} errors={errors} />
          <QuoteTextFields
            register={register}
            errors={errors}
            control={control}
            setValue={setValue}
          />
          <QuotePhotos images={photos} design={design} register={register} />
        </fieldset>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={saveTemplate} disabled={isSubmitting}>
            Save as template
          </Button>
          {stored && current?.version === 0 && (
            <Button variant="secondary" onClick={() => deletion.ask(stored)}>
              Delete draft
            </Button>
          )}
        </div>
        <ActionBar className="gap-x-3">
          <p role="alert" className="w-full font-medium text-barn empty:hidden">
            {problem ?? saving.error}
          </p>
          <LiveTotal control={control} base={{ ...base, hst }} selection={selection} />
          <Button
            type="submit"
            ref={saveButton}
            variant="secondary"
            disabled={isSubmitting || isClosed}
            className="max-sm:flex-1"
          >
            Save
          </Button>
          <Button
            onClick={save('send')}
            disabled={isSubmitting || isClosed}
            className="max-sm:flex-2 max-sm:px-2"
          >
            Preview and send
          </Button>
        </ActionBar>
      </form>
      <UnsavedInput when={hasChanges && !isSubmitting} />
      {saving.dialogs}
      {deletion.dialogs}
      {sending && (
        <SendDialog
          key={JSON.stringify(selection)}
          quote={sending}
          selection={selection}
          onClose={() => {
            setSending(undefined);
            if (sending.id !== quote?.id) showStored(sending);
          }}
          onSent={() => {
            setSending(undefined);
            void invalidateTable(queryClient, 'quotes');
            showStored(sending);
            onReload();
          }}
        />
      )}
    </>
  );
}

function isOnlyExtended(current: Quote, stored: Quote): boolean {
  const toText = ({ content, customer_name, customer_email, ...quote }: Quote) =>
    JSON.stringify([
      { ...content, validUntil: null },
      [customer_name, customer_email, quote.customer_phone, quote.customer_address],
    ]);
  return current.updated_at > stored.updated_at && toText(current) === toText(stored);
}

type RequiredField = 'customer_name' | 'title' | 'items' | 'validUntil';

function findMissing(values: QuoteFormValues): [RequiredField, string][] {
  const messages: Record<RequiredField, string> = {
    customer_name: "Please enter the customer's name",
    title: 'Please enter a title',
    items: 'Please add at least one item',
    validUntil: 'Please enter a “Valid until” date',
  };
  const names = Object.keys(messages) as RequiredField[];
  return names.filter((name) => values[name].length === 0).map((name) => [name, messages[name]]);
}

const sameHst = (one: QuoteContent['hst'], other: QuoteContent['hst']) =>
  one.charged === other.charged && one.basisPoints === other.basisPoints;

type LiveTotalProps = {
  control: ReturnType<typeof useForm<QuoteFormInput, unknown, QuoteFormValues>>['control'];
  base: QuoteContent;
  /** The accepted selection, with which a new version begins. */
  selection: QuoteSelection | null;
};

function LiveTotal({ control, base, selection }: LiveTotalProps) {
  const typed = useWatch({ control });
  const { success, data } = quoteForm.safeParse(typed);
  const content = success && toQuoteColumns(data, base).content;
  const totals = content && calculateTotals(content, getPossibleSelection(content, selection));
  return (
    <p className="mr-auto tabular-nums max-sm:w-full">
      {totals ? (
        <>
          Total <strong className="money">{formatCents(totals.total)}</strong>
          <span className="text-ink-soft">
            {base.hst.charged ? ` with ${formatCents(totals.hst)} HST` : ' without HST'}
          </span>
        </>
      ) : (
        <span className="text-ink-soft">Complete every field to see the total.</span>
      )}
    </p>
  );
}
