import { formatCents } from '#app/lib/prices.ts';
import type { CustomerQuote } from '../customer-quote.ts';

/** What a customer needs first after an acceptance: what to pay and how, and when it begins. */
export function NextSteps({ quote }: { quote: CustomerQuote }) {
  const { acceptance, balanceCents, payments, document } = quote;
  if (quote.state !== 'accepted' || !acceptance || balanceCents === null) return null;
  const { content, seller } = document;
  const { deposit } = acceptance.totals;
  const paid = payments.reduce((sum, { cents }) => sum + cents, 0);
  const open = Math.min(deposit - paid, balanceCents);
  const steps: [label: string, text: string][] = [
    ['Pay now', open > 0 ? `${formatCents(open)}, the deposit` : ''],
    ['To pay in all', balanceCents > 0 ? formatCents(balanceCents) : ''],
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
