import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { formatCents } from '#app/lib/prices.ts';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import type { CustomerQuote } from '../customer-quote.ts';
import { orderStageLabels, paymentMethodLabels } from '../quote-states.ts';

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
            label={`${cents < 0 ? 'Returned' : 'Paid'} ${formatCalendarDay(paidOn)}, ${paymentMethodLabels[method]}`}
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
