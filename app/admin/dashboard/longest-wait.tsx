import type { QuoteRequest } from '#app/data/quote-requests.ts';
import { formatDuration, replyPromiseMs } from '#app/domain/enquiries/weeks.ts';

type LongestWaitProps = { request: QuoteRequest | null; now: Date };

/** The request that has waited longest, against the promise to answer within 24 hours. */
export function LongestWait({ request, now }: LongestWaitProps) {
  if (!request) {
    return <p className="text-ink-soft">Nobody is waiting: every quote request is answered.</p>;
  }
  const age = now.getTime() - Date.parse(request.created_at);
  const late = age > replyPromiseMs;
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        <span className="font-semibold">{request.customer_name}</span> ({request.project_type}) has
        waited <span className="font-semibold">{formatDuration(age)}</span>.
      </p>
      <div aria-hidden className="mt-3 h-2.5 border border-line-firm bg-paper">
        <div
          className={`h-full ${late ? 'bg-barn' : 'bg-moss'}`}
          style={{ width: `${Math.min(100, Math.max(2, (age / replyPromiseMs) * 100))}%` }}
        />
      </div>
      <p className={`mt-2 ${late ? 'font-semibold text-barn' : 'text-ink-soft'}`}>
        {late
          ? `${formatDuration(age - replyPromiseMs)} over the promised 24 hours.`
          : `${formatDuration(replyPromiseMs - age)} left of the promised 24 hours.`}
      </p>
    </>
  );
}
