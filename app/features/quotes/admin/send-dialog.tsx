import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { logError } from '#app/admin/log-error.ts';
import { invalidateTable, useHasMailServer } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { readBusinessSettings } from '#app/features/business/business-settings.ts';
import { hstNumber as hstNumberSchema } from '#app/features/business/tax-form.ts';
import {
  defaultTaxSettings,
  insertTaxSettings,
  readTaxSettings,
  updateTaxSettings,
} from '#app/features/business/tax-settings.ts';
import { prepareDocuments } from '#app/features/designer/design-documents.ts';
import { getServerMessage, updateRow } from '#app/lib/crud.ts';
import { toIsoDay } from '#app/lib/dates.ts';
import { formatCents } from '#app/lib/prices.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import type { QuoteSelection } from '../quote-content.ts';
import {
  QuoteDifferences,
  QuoteHead,
  QuoteLines,
  QuoteTerms,
  QuoteTotalsList,
} from '../quote-document.tsx';
import {
  adjustQuoteEstimate,
  describeEarlierSending,
  describeUnprintable,
  explainSending,
  listEmptyParts,
  type Seller,
  sendQuote,
} from '../quote-sending.ts';
import { defaultQuoteSettings, readQuoteSettings } from '../quote-settings.ts';
import {
  calculateTotals,
  getPossibleSelection,
  offersChoice,
  readPostedSelection,
} from '../quote-totals.ts';
import { type Quote, readPreviousContent } from '../quotes.ts';

type SendDialogProps = {
  quote: Quote;
  /** The accepted selection, with which a new version begins; null before an acceptance. */
  selection: QuoteSelection | null;
  onClose: () => void;
  onSent: () => void;
};

export function SendDialog({ quote, selection: accepted, onClose, onSent }: SendDialogProps) {
  const client = useAdminClient();
  const toasts = useToasts();
  const answers = useAnsweredRequest();
  const previousVersion = quote.agreed_version ?? quote.version;
  const settings = useQuery({
    queryKey: ['quote_settings', 'preview', quote.id, previousVersion],
    queryFn: async () => ({
      business: await readBusinessSettings(client),
      quotes: (await readQuoteSettings(client)) ?? defaultQuoteSettings,
      taxes: await readTaxSettings(client),
      previous: await readPreviousContent(client, quote),
    }),
  });
  const queryClient = useQueryClient();
  const [typedNumber, setTypedNumber] = useState('');
  const [numberError, setNumberError] = useState<string>();
  const numberField = useRef<HTMLInputElement>(null);
  const hasMailServer = useHasMailServer();
  usePreparedDocuments();
  const { content } = quote;
  const first = getPossibleSelection(content, accepted);
  const totals = calculateTotals(content, first);
  const [selection, setSelection] = useState(first);
  const tried = calculateTotals(content, selection);
  const hasChoice = offersChoice(content);
  const needsNumber =
    content.hst.charged && settings.data !== undefined && !settings.data.taxes?.hst_number;
  const canAdjust = quote.state === 'accepted' && content.type === 'estimate';

  async function adjust() {
    const result = await adjustQuoteEstimate(client, quote, totals.total);
    const earlier = describeEarlierSending(result, quote.version, quote.customer_email);
    if (earlier) return { problem: undefined, done: earlier };
    return { problem: explainSending(result), done: 'Estimate adjusted.' };
  }

  /** @returns what is wrong with the number */
  async function saveHstNumber(): Promise<string | undefined> {
    const { data: number, error } = hstNumberSchema.safeParse(typedNumber);
    if (error) return error.issues[0]?.message;
    if (!number) return 'Please enter the HST number';
    const taxes = settings.data?.taxes;
    try {
      if (taxes) await updateTaxSettings(client, taxes, { hst_number: number });
      else {
        const { charged, basisPoints } = content.hst;
        await insertTaxSettings(client, {
          ...defaultTaxSettings,
          ...{ hst_charged: charged, hst_basis_points: basisPoints, hst_number: number },
        });
      }
    } catch (error) {
      // The answer to an earlier try was lost, or a colleague stored it.
      const { data } = await settings.refetch();
      if (data?.taxes?.hst_number !== number) throw error;
    }
    await invalidateTable(queryClient, 'tax_settings');
    await settings.refetch();
    return undefined;
  }

  async function send() {
    if (needsNumber) {
      const wrong = await saveHstNumber();
      setNumberError(wrong);
      if (wrong) numberField.current?.focus();
      if (wrong) return { problem: `${wrong}.`, done: '' };
    }
    const result = await sendQuote(client, quote, totals.total);
    const earlier = describeEarlierSending(result, quote.version, quote.customer_email);
    if (earlier) return { problem: undefined, done: earlier };
    if (result.status !== 'sent') return { problem: explainSending(result), done: '' };
    if (result.answeredRequest) answers.tell(result.answeredRequest, quote.customer_name);
    const sent = `Quote ${result.number} was sent`;
    return result.mailed && hasMailServer()
      ? { problem: undefined, done: `${sent} to ${quote.customer_email}.` }
      : {
          problem: undefined,
          done: { warning: `${sent} without an email. Create a link for the customer.` },
        };
  }

  const { mutate, isPending, error, data } = useMutation({
    mutationFn: (action: typeof send) => action(),
    onSuccess({ problem, done }) {
      if (problem) return;
      if (typeof done === 'string') toasts.news(done);
      else toasts.error(done.warning);
      onSent();
    },
    onError: (error) => logError('Quote send failed', error),
  });

  const seller = {
    name: settings.data?.business?.business_name ?? '',
    legalName: settings.data?.quotes.legal_name ?? '',
    address: settings.data?.business?.address ?? '',
    phone: settings.data?.business?.phone ?? '',
    email: settings.data?.business?.email ?? '',
    hstNumber: settings.data?.taxes?.hst_number ?? '',
  };
  const customer = {
    name: quote.customer_name,
    address: quote.customer_address ?? '',
    phone: quote.customer_phone ?? '',
    email: quote.customer_email ?? '',
  };
  const consent = settings.data?.quotes.consent_sentence ?? '';

  return (
    <Dialog
      open
      size="lg"
      title="What the customer sees"
      hasUnsavedInput={needsNumber && typedNumber !== ''}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p role="alert" className="mr-auto font-medium text-barn empty:hidden">
            {error ? explainFailure(error) : data?.problem}
          </p>
          {tried.total !== totals.total && (
            <p className="text-ink-soft">
              {`Your choices here (${formatCents(tried.total)}) aren't sent. The customer makes their own.`}
            </p>
          )}
          {canAdjust && (
            <Button variant="secondary" disabled={isPending} onClick={() => mutate(adjust)}>
              Adjust without a new acceptance
            </Button>
          )}
          <Button disabled={isPending || settings.isPending} onClick={() => mutate(send)}>
            {`Send for ${formatCents(totals.total)}`}
          </Button>
        </div>
      }
    >
      {settings.data && (
        <EmptyParts quote={quote} seller={seller}>
          {needsNumber && (
            <div className="mt-3 max-w-sm">
              <TextField
                ref={numberField}
                label="HST number"
                required
                value={typedNumber}
                onChange={(event) => setTypedNumber(event.currentTarget.value)}
                error={numberError}
                hint={
                  <>
                    For example: 12345 6789 RT0001. We'll save it when you send. If you don't charge
                    HST, change that in{' '}
                    <Link to="/admin/settings" className="underline">
                      Business Settings
                    </Link>
                    .
                  </>
                }
              />
            </div>
          )}
        </EmptyParts>
      )}
      <UnprintableParts sentences={describeUnprintable({ content, customer, seller, consent })} />
      <QuoteHead
        document={{
          content,
          number: quote.number ?? '(assigned when you send it)',
          version: quote.version + 1,
          issuedOn: toIsoDay(new Date()),
          seller,
        }}
        validUntil={content.validUntil ?? ''}
        customer={customer}
      />
      {settings.data?.previous && (
        <QuoteDifferences
          before={{ content: settings.data.previous, selection: accepted }}
          after={{ content, selection: first }}
          previousVersion={previousVersion}
        />
      )}
      <h2 className="display mt-8 text-2xl">What we offer</h2>
      <form
        onChange={(event) => setSelection(readPostedSelection(new FormData(event.currentTarget)))}
      >
        <QuoteLines content={content} totals={tried} selection={first} isChoosing={hasChoice} />
        <QuoteTotalsList content={content} totals={tried} />
      </form>
      <QuoteTerms content={content} />
    </Dialog>
  );
}

function explainFailure(error: Error): string {
  return getServerMessage(error) === undefined
    ? "The server didn't respond. It's safe to press Send again."
    : "Couldn't send the quote. It's safe to try again.";
}

/** Confirms that sending has marked a request as responded, and offers Undo. */
function useAnsweredRequest() {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const key = 'answered-request';
  const { mutate: undo } = useMutation({
    mutationKey: ['quote_requests'],
    mutationFn: (id: string) => updateRow(client, 'quote_requests', id, { status: 'pending' }),
    onSuccess: () => toasts.news('The quote request was marked as pending.', { key }),
    onError: (error) =>
      toasts.error(
        getServerMessage(error) === undefined
          ? "The server didn't respond. Check the status of the quote request."
          : 'The quote request is still marked as responded. Please try again there.',
        { key },
      ),
  });
  return {
    tell(id: string, name: string) {
      void invalidateTable(queryClient, 'quote_requests');
      const message = `The quote request from ${name} was marked as responded.`;
      toasts.undoable(message, () => undo(id), key);
    },
  };
}

function usePreparedDocuments() {
  const client = useAdminClient();
  useEffect(() => {
    const prepare = () =>
      prepareDocuments(client).catch((error) => logError('Document preparation failed', error));
    void prepare();
    const timer = setInterval(prepare, 20_000);
    return () => clearInterval(timer);
  }, [client]);
}

function UnprintableParts({ sentences }: { sentences: string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div role="alert" className="mb-6 warning">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>Type something else, or the PDF will print a code such as [U+13000] instead.</p>
    </div>
  );
}

type EmptyPartsProps = { quote: Quote; seller: Seller; children: ReactNode };

function EmptyParts({ quote, seller, children }: EmptyPartsProps) {
  const { required, optional, isBusinessUnknown } = listEmptyParts(quote, seller);
  if (required.length + optional.length === 0) return null;
  return (
    <div
      role="note"
      className={`mb-6 ${required.length > 0 ? 'warning' : 'border-line-firm border-l-4 bg-pine px-4 py-3'}`}
    >
      <p className="font-medium">Only you see this note.</p>
      {required.length > 0 && <p>Required before sending: {required.join(', ')}.</p>}
      {isBusinessUnknown && (
        <p>
          Enter what is missing about your business in{' '}
          <Link to="/admin/settings" className="underline">
            Business Settings
          </Link>
          .
        </p>
      )}
      {children}
      {optional.length > 0 && (
        <p className={required.length > 0 ? 'mt-3' : ''}>
          Empty, but worth filling in: {optional.join(', ')}.
        </p>
      )}
    </div>
  );
}
