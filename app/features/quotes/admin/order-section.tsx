import { useRef, useState } from 'react';
import { ImageField } from '#app/admin/images/image-field.tsx';
import { Thumbnail } from '#app/admin/images/thumbnail.tsx';
import { useImages } from '#app/admin/images/use-images.ts';
import { useHasMailServer } from '#app/admin/query-client.ts';
import {
  AmountField,
  CheckField,
  SmallField,
  SmallSelect,
} from '#app/admin/records/record-fields.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { toIsoDay } from '#app/lib/dates.ts';
import { formatCents } from '#app/lib/prices.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { z } from '#app/lib/zod.ts';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { quoteTotalsSchema } from '../customer-quote.ts';
import { paymentForm, toDollarInput } from '../quote-form.ts';
import {
  getNextStage,
  type OrderStage,
  orderStageLabels,
  orderStages,
  type PaymentMethod,
  paymentMethodLabels,
} from '../quote-states.ts';
import type { Quote, QuoteHistory } from '../quotes.ts';
import {
  describeRecording,
  explainRecording,
  type PaymentResult,
  recordQuotePayment,
  recordQuoteStage,
  type StageResult,
} from '../staff-actions.ts';
import { FormDialog, type QuoteProps, type SectionProps } from './use-quote-action.tsx';

type Stage = QuoteHistory['stages'][number];

const maxStageImages = 20;

/** Shows the balance, the next stage, the payments and the stages of an accepted quote. */
export function OrderSection({ quote, history: { payments, stages, acceptances } }: SectionProps) {
  const [openDialog, setOpenDialog] = useState<'payment' | OrderStage>();
  const agreed = quote.agreed_cents ?? 0;
  const paid = payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const balance = agreed - paid;
  const acceptance = acceptances.find(({ version }) => version === quote.accepted_version);
  const deposit = quoteTotalsSchema.safeParse(acceptance?.totals).data?.deposit ?? 0;
  const hasReached = (name: OrderStage) => stages.some(({ stage }) => stage === name);
  const isDepositOpen = !hasReached('deposit_received');
  const depositDue = isDepositOpen ? Math.max(0, Math.min(deposit - paid, balance)) : 0;
  const next = getNextStage(
    stages.map(({ stage }) => stage),
    depositDue > 0,
  );
  const facts: [label: string, value: string][] = [
    ['Balance', formatCents(balance)],
    ['Next stage', next ? orderStageLabels[next] : 'None (delivered)'],
    ['Agreed', formatCents(agreed)],
    ['Paid', formatCents(paid)],
  ];
  // The payment of a deposit records its stage, too.
  const openStage = (stage: OrderStage) =>
    setOpenDialog(
      stage === 'deposit_received' && isDepositOpen && (depositDue > 0 || paid === 0)
        ? 'payment'
        : stage,
    );
  const close = () => setOpenDialog(undefined);

  return (
    <>
      <FormSection
        title="Balance and payments"
        intro="The customer sees these on the quote page, without your notes."
      >
        <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          {facts.map(([label, value]) => (
            <div key={label} className="min-w-0">
              <dt className="text-ink-soft text-sm">{label}</dt>
              <dd className="money font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button
            variant={depositDue > 0 ? 'primary' : 'secondary'}
            onClick={() => setOpenDialog('payment')}
          >
            {depositDue > 0 ? 'Record the deposit' : 'Record a payment'}
          </Button>
          {next && next !== 'deposit_received' && (
            <Button variant="secondary" onClick={() => openStage(next)}>
              Record the next stage
            </Button>
          )}
        </div>
        {payments.length > 0 && (
          <ul className="mt-4 divide-y divide-line border-line border-y">
            {payments.map((payment) => (
              <li key={payment.id} className="flex justify-between gap-4 py-2">
                <span className="min-w-0 wrap-anywhere">
                  {formatCalendarDay(payment.paid_on)},{' '}
                  {paymentMethodLabels[payment.method as PaymentMethod]}
                  {payment.note && <span className="block text-ink-soft">{payment.note}</span>}
                </span>
                <span className="money shrink-0">{formatCents(payment.amount_cents)}</span>
              </li>
            ))}
          </ul>
        )}
      </FormSection>
      <Stages stages={stages} onOpen={openStage} />
      {openDialog === 'payment' && (
        <PaymentDialog
          quote={quote}
          deposit={isDepositOpen ? depositDue : undefined}
          onClose={close}
        />
      )}
      {openDialog && openDialog !== 'payment' && (
        <StageDialog
          quote={quote}
          stage={openDialog}
          reached={stages.find(({ stage }) => stage === openDialog)}
          onClose={close}
        />
      )}
    </>
  );
}

type PaymentDialogProps = QuoteProps & {
  /** Cents of the deposit that are due, 0 without an agreed one; undefined once it is received. */
  deposit: number | undefined;
  onClose: () => void;
};

function PaymentDialog({ quote, deposit, onClose }: PaymentDialogProps) {
  const client = useAdminClient();
  const today = toIsoDay(new Date());
  const [id, setId] = useState(() => createUuid());
  const [day, setDay] = useState(today);
  const [amount, setAmount] = useState(deposit ? toDollarInput(deposit) : '');
  const [method, setMethod] = useState('');
  const [note, setNote] = useState('');
  const isRefund = amount.trim().startsWith('-');
  const [isDeposit, setDeposit] = useState(Boolean(deposit));
  // Customers usually don't need to know about a correction.
  const telling = useTelling(quote, !isRefund);
  const fields = useRef<Record<string, HTMLElement | null>>({});
  const [isChecked, setChecked] = useState(false);
  const payment = paymentForm.safeParse({ amount, method });
  const errors = payment.error && isChecked ? z.flattenError(payment.error).fieldErrors : undefined;

  async function record() {
    if (!payment.success) {
      const [issue] = payment.error.issues;
      setChecked(true);
      fields.current[String(issue?.path[0])]?.focus();
      return `${issue?.message}.`;
    }
    const result = await recordQuotePayment(client, quote.id, {
      id,
      paidOn: day,
      cents: payment.data.amount,
      method: payment.data.method,
      note,
      isDeposit: deposit !== undefined && isDeposit && !isRefund,
      mailId: telling.mailId,
    });
    if (result.status === 'already_recorded') setId(createUuid());
    telling.setResult(result);
    return explainRecording(result);
  }

  return (
    <FormDialog
      title={deposit ? 'Record the deposit' : 'Record a payment'}
      submit={{
        label: 'Record the payment',
        run: record,
        done: () => telling.describe('The payment'),
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SmallField
          label="Day"
          type="date"
          max={today}
          required
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        <AmountField
          label="Amount ($)"
          required
          ref={(field) => {
            fields.current.amount = field;
          }}
          error={errors?.amount?.[0]}
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          hint="Enter a negative amount to record a refund or correct a payment."
        />
        <SmallSelect
          label="Method"
          options={paymentMethodLabels}
          placeholder="Select a method"
          aria-required
          ref={(field) => {
            fields.current.method = field;
          }}
          error={errors?.method?.[0]}
          value={method}
          onChange={(event) => setMethod(event.target.value)}
        />
        <SmallField
          label="Note"
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          hint="Only staff see it."
        />
      </div>
      <div>
        {deposit !== undefined && !isRefund && (
          <CheckField
            label="This is the deposit"
            hint="Also records the stage “Deposit received”."
            checked={isDeposit}
            onChange={(event) => setDeposit(event.target.checked)}
          />
        )}
        {telling.field}
      </div>
    </FormDialog>
  );
}

/** Lets staff choose whether the customer gets an email about what a dialog records; it is sent once. */
function useTelling({ customer_email }: Quote, proposed: boolean) {
  const [mailId] = useState(() => createUuid());
  const [chosen, setChosen] = useState<boolean>();
  const result = useRef<PaymentResult | StageResult>(undefined);
  const hasMailServer = useHasMailServer();
  const canTell = customer_email !== null && hasMailServer();
  const isTold = canTell && (chosen ?? proposed);
  return {
    mailId: isTold ? mailId : null,
    setResult(outcome: PaymentResult | StageResult) {
      result.current = outcome;
    },
    describe(what: string) {
      const { current } = result;
      return describeRecording(what, isTold, current?.status === 'recorded' && current.mailed);
    },
    field: canTell ? (
      <CheckField
        label="Tell the customer by email"
        hint={
          <span className="wrap-anywhere">{`To ${customer_email}, with the balance and a link.`}</span>
        }
        checked={isTold}
        onChange={(event) => setChosen(event.target.checked)}
      />
    ) : (
      <p className="py-2 text-ink-soft">
        {customer_email === null
          ? "This customer has no email address, so we won't send an email."
          : "There is no mail server, so we won't send an email."}
      </p>
    ),
  };
}

type StagesProps = { stages: Stage[]; onOpen: (stage: OrderStage) => void };

function Stages({ stages, onOpen }: StagesProps) {
  return (
    <FormSection
      title="Stages"
      intro="The customer sees these on the quote page, with notes and photos."
    >
      <ol className="divide-y divide-line">
        {orderStages.map((stage) => {
          const reached = stages.find((row) => row.stage === stage);
          const label = orderStageLabels[stage];
          return (
            <li key={stage} className="flex items-start justify-between gap-4 py-3 first:pt-0">
              <div className="min-w-0 wrap-anywhere">
                <p className={reached ? 'font-semibold' : ''}>{label}</p>
                <p className="text-ink-soft text-sm">
                  {reached ? formatCalendarDay(reached.reached_on) : 'Not yet'}
                </p>
                {reached?.note && <p className="whitespace-pre-wrap">{reached.note}</p>}
                {reached && reached.images.length > 0 && (
                  <div className="mt-2 flex flex-wrap gap-2">
                    {reached.images.map((path, index) => (
                      <Thumbnail
                        key={path}
                        path={path}
                        alt={`${label}, photo ${index + 1}`}
                        width={320}
                        className="h-16 w-21 border border-line"
                      />
                    ))}
                  </div>
                )}
              </div>
              <Button
                variant="secondary"
                aria-label={`${reached ? 'Change' : 'Record'}: ${label}`}
                onClick={() => onOpen(stage)}
              >
                {reached ? 'Change' : 'Record'}
              </Button>
            </li>
          );
        })}
      </ol>
    </FormSection>
  );
}

type StageDialogProps = QuoteProps & {
  stage: OrderStage;
  reached: Stage | undefined;
  onClose: () => void;
};

function StageDialog({ quote, stage, reached, onClose }: StageDialogProps) {
  const client = useAdminClient();
  const [day, setDay] = useState(reached?.reached_on ?? toIsoDay(new Date()));
  const [note, setNote] = useState(reached?.note ?? '');
  const images = useImages({
    folder: 'orders',
    initial: reached?.images ?? [],
    limit: maxStageImages,
    failed: (name) => `Couldn't upload ${name}.`,
  });
  const hasNewPhotos = images.paths.some((path) => !reached?.images.includes(path));
  const telling = useTelling(quote, !reached || hasNewPhotos);
  const record = (reachedOn: string | null) => async () => {
    if (images.uploading) return 'Please wait until the photos have uploaded.';
    const mailId = reachedOn === null ? null : telling.mailId;
    const changed = { stage, reachedOn, note, images: images.paths, mailId };
    const result = await recordQuoteStage(client, quote.id, changed);
    telling.setResult(result);
    return explainRecording(result);
  };
  const remove = {
    label: 'Remove the stage',
    run: record(null),
    done: 'Stage removed.',
  };

  return (
    <FormDialog
      size="lg"
      title={orderStageLabels[stage]}
      submit={{
        label: 'Record the stage',
        run: record(day),
        done: () => telling.describe('The stage'),
      }}
      remove={reached && remove}
      hasUnsavedInput={images.changed}
      onClose={onClose}
    >
      <TextField
        label="Day"
        type="date"
        required
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
      <TextAreaField
        label="Note for the customer"
        rows={3}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <ImageField
        legend="Photos"
        images={images}
        multiple
        isDescribed={false}
        hint="Up to 20. We resize your photos and remove their location data."
      />
      {telling.field}
    </FormDialog>
  );
}
