/** How far from the yard the business works, in metres. */
export const serviceRadius = 50_000;

/** How customers pay. */
export const payment = ['cash', 'credit card', 'bank transfer'] as const;

/** How customers pay, as a sentence without its full stop. */
export function formatPayment(): string {
  const list = new Intl.ListFormat('en-CA', { type: 'disjunction' }).format(payment);
  return `${list.charAt(0).toUpperCase()}${list.slice(1)}`;
}
