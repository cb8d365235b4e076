import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { formatCents } from '#app/lib/prices.ts';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import type { CustomerQuote } from '../customer-quote.ts';
import { orderStageLabels, paymentMethodLabels } from '../quote-states.ts';

/** Tells a customer who has accepted what to pay, how, and when the work begins. */
export function NextSteps({ quote }: { quote: CustomerQuote }) {
  const { acceptance, balanceCents, payments, document } = quote;
  if (quote.state !== 'accepted' || !acceptance || balanceCents === null) return null;
  const { content, seller } = document;
  const { deposit } = acceptance.totals;
  const paid = payments.reduce((sum, { cents }) => sum + cents, 0);
  const open = Math.min(deposit - paid, balanceCents);
  const steps: [label: string, text: string][] = [
    ['Pay now', open > 0 ? `${formatCents(open)}, the deposit` : ''],
    ['Left to pay', balanceCents > 0 ? formatCents(balanceCents) : ''],
    ['How to pay', balanceCents > 0 ? content.paymentTerms : ''],
    ['Start', content.start],
    ['Duration', content.duration],
    ['Delivery', content.delivery],
    ['Questions', [seller.phone, seller.email].filter(Boolean).join(', ')],
  ];
  return (
    <section className="mb-8 border border-line bg-sheet p-5 sm:p-8">
      <h2 className="display text-2xl">What happens next</h2>
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-[9rem_1fr]">
        {steps
          .filter(([, text]) => text.trim())
          .map(([label, text]) => (
            <div key={label} className="min-w-0 sm:col-span-2 sm:grid sm:grid-cols-subgrid">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="whitespace-pre-wrap wrap-anywhere">{text}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

/** The hash by which a customer can check the record of the acceptance. */
export function Proof({ quote: { acceptance } }: { quote: CustomerQuote }) {
  if (!acceptance) return null;
  return (
    <p className="mt-8 text-ink-soft text-sm wrap-anywhere">
      {`Proof of version ${acceptance.version} (SHA-256): ${acceptance.hash}`}
    </p>
  );
}

export function Order({ quote }: { quote: CustomerQuote }) {
  const { acceptance, agreedCents, balanceCents, payments, stages } = quote;
  if (!acceptance || agreedCents === null || balanceCents === null) return null;
  return (
    <section className="mt-8">
      <h2 className="display text-2xl">Your order</h2>
      {stages.length > 0 && (
        <ol className="mt-3 grid gap-4">
          {stages.map(({ stage, reachedOn, note, images }) => (
            <li key={stage} className="border-moss border-l-4 pl-4">
              <p className="font-semibold">{orderStageLabels[stage]}</p>
              <p className="text-ink-soft text-sm">{formatCalendarDay(reachedOn)}</p>
              {note && <p className="whitespace-pre-wrap">{note}</p>}
              <div className="mt-2 grid gap-3 sm:grid-cols-2">
                {images.map((path) => (
                  <div key={path}>
                    <ResponsiveImage
                      path={path}
                      alt={`${orderStageLabels[stage]}, ${formatCalendarDay(reachedOn)}`}
                      sizes="(min-width: 40rem) 50vw, 100vw"
                      width={640}
                      height={480}
                      className="aspect-4/3 h-auto w-full object-cover"
                    />
                  </div>
                ))}
              </div>
            </li>
          ))}
        </ol>
      )}
      <dl className="mt-5 max-w-md">
        <Row label="Agreed" cents={agreedCents} />
        {payments.map(({ paidOn, cents, method }, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: payments have no other key, and are only added
            key={index}
            label={`${cents < 0 ? 'Refunded' : 'Paid'} ${formatCalendarDay(paidOn)}, ${paymentMethodLabels[method]}`}
            cents={-cents}
          />
        ))}
        <Row label="Balance" cents={balanceCents} isTotal />
      </dl>
    </section>
  );
}

function Row({ label, cents, isTotal }: { label: string; cents: number; isTotal?: boolean }) {
  return (
    <div
      className={`flex justify-between gap-4 py-1.5 ${isTotal ? 'border-ink border-t font-semibold' : ''}`}
    >
      <dt>{label}</dt>
      <dd className="tabular-nums">{formatCents(cents)}</dd>
    </div>
  );
}
