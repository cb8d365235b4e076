import { useState } from 'react';
import { type QuoteHistory, recordQuotePayment, recordQuoteStage } from '#app/data/quotes.ts';
import { formatCalendarDay } from '#app/domain/format/calendar-day.ts';
import { toIsoDay } from '#app/domain/format/dates.ts';
import { formatCents } from '#app/domain/format/prices.ts';
import { createUuid } from '#app/domain/format/random-ids.ts';
import { parseDollars } from '#app/domain/quotes/quantity.ts';
import { explainRecording } from '#app/domain/quotes/staff-messages.ts';
import {
  type OrderStage,
  orderStageLabels,
  orderStages,
  type PaymentMethod,
  paymentMethodLabels,
} from '#app/domain/quotes/states.ts';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { FormSection } from '../form-section.tsx';
import { ImageField } from '../images/image-field.tsx';
import { Thumbnail } from '../images/thumbnail.tsx';
import { useImages } from '../images/use-images.ts';
import { AmountField, SmallField, SmallSelect } from '../price-list/small-field.tsx';
import { UnsavedInput } from '../records/unsaved-input.tsx';
import { useAdminClient } from '../session.ts';
import { FormDialog } from './form-dialog.tsx';
import type { QuoteProps, SectionProps } from './quote-history.tsx';
import { useQuoteAction } from './use-quote-action.ts';

type Stage = QuoteHistory['stages'][number];

const maxStageImages = 20;

export function OrderSection({ quote, history: { payments, stages } }: SectionProps) {
  const agreed = quote.agreed_cents ?? 0;
  const paid = payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  return (
    <>
      <FormSection title="Payments" intro="The customer sees them and the balance at the link.">
        <dl className="grid grid-cols-3 gap-3">
          {[
            ['Agreed', agreed],
            ['Paid', paid],
            ['Balance', agreed - paid],
          ].map(([label, cents]) => (
            <div key={label}>
              <dt className="text-ink-soft text-sm">{label}</dt>
              <dd className="money font-semibold">{formatCents(Number(cents))}</dd>
            </div>
          ))}
        </dl>
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
        <PaymentForm quote={quote} />
      </FormSection>
      <Stages quote={quote} stages={stages} />
    </>
  );
}

function PaymentForm({ quote }: QuoteProps) {
  const client = useAdminClient();
  const { busy, run } = useQuoteAction();
  const today = toIsoDay(new Date());
  const [id, setId] = useState(() => createUuid());
  const [day, setDay] = useState(today);
  const [amount, setAmount] = useState('');
  const [method, setMethod] = useState<PaymentMethod>('e-transfer');
  const [note, setNote] = useState('');

  async function record() {
    const cents = parseDollars(amount.replace(/^-/, ''));
    if (!cents) return 'Please enter dollars up to 1,000,000, such as 2000 or 350.50.';
    const result = await recordQuotePayment(client, quote.id, {
      id,
      paidOn: day,
      cents: amount.startsWith('-') ? -cents : cents,
      method,
      note,
    });
    const problem = explainRecording(result);
    if (!problem || result.status === 'already_recorded') setId(createUuid());
    if (problem) return problem;
    setAmount('');
    setNote('');
    return undefined;
  }

  return (
    <form
      className="mt-5 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        run(record, 'The payment is recorded.');
      }}
    >
      <UnsavedInput when={amount !== '' || note !== ''} />
      <h3 className="font-semibold">Record a payment</h3>
      <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-4">
        <SmallField
          label="Day"
          type="date"
          max={today}
          required
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        <AmountField
          label="Amount, $"
          required
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
        <SmallSelect
          label="Method"
          options={paymentMethodLabels}
          value={method}
          onChange={(event) => setMethod(event.target.value as PaymentMethod)}
        />
        <SmallField
          label="Note"
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <p className="text-ink-soft text-sm">
        A minus before the amount records a refund or corrects a payment.
      </p>
      <div>
        <Button type="submit" variant="secondary" disabled={busy}>
          Record the payment
        </Button>
      </div>
    </form>
  );
}

function Stages({ quote, stages }: QuoteProps & { stages: Stage[] }) {
  const [edited, setEdited] = useState<OrderStage>();
  const find = (stage: OrderStage) => stages.find((reached) => reached.stage === stage);
  return (
    <FormSection title="Stages" intro="The customer sees them with notes and photos at the link.">
      <ol className="divide-y divide-line">
        {orderStages.map((stage) => {
          const reached = find(stage);
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
                onClick={() => setEdited(stage)}
              >
                {reached ? 'Change' : 'Record'}
              </Button>
            </li>
          );
        })}
      </ol>
      {edited && (
        <StageDialog
          quote={quote}
          stage={edited}
          reached={find(edited)}
          onClose={() => setEdited(undefined)}
        />
      )}
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
    failed: (name) => `${name} could not be uploaded.`,
  });
  const record = (reachedOn: string | null) => async () => {
    if (images.uploading) return 'Please wait until the photos are uploaded.';
    const changed = { stage, reachedOn, note, images: images.paths };
    return explainRecording(await recordQuoteStage(client, quote.id, changed));
  };
  const remove = {
    label: 'Remove the stage',
    run: record(null),
    done: 'The stage is removed.',
  };

  return (
    <FormDialog
      size="lg"
      title={orderStageLabels[stage]}
      submit={{ label: 'Record the stage', run: record(day), done: 'The stage is recorded.' }}
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
        hint="At most 20. They are made smaller, and where they were taken is removed."
      />
    </FormDialog>
  );
}
