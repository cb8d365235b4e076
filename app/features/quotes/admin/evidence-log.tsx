import { useState } from 'react';
import { logError } from '#app/admin/log-error.ts';
import { DetailList } from '#app/admin/records/detail-rows.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { Button } from '#app/ui/button.tsx';
import { describeEvent } from '../describe-event.ts';
import { quoteContentSchema } from '../quote-content.ts';
import { type Quote, type QuoteHistory, verifyQuote } from '../quotes.ts';

type EvidenceLogProps = { quote: Quote; history: QuoteHistory };

export function EvidenceLog({ quote, history }: EvidenceLogProps) {
  const client = useAdminClient();
  const [isOpen, setOpen] = useState(false);
  const [report, setReport] = useState<string>();
  const { events } = history;

  async function verify() {
    try {
      const result = await verifyQuote(client, quote.id);
      setReport(
        result.status === 'intact'
          ? `The log is intact: ${pluralize(result.events, 'event')}. Last hash: ${result.head}`
          : result.status === 'broken'
            ? `The log breaks at event ${result.sequence}: ${result.problem}.`
            : 'There is no log.',
      );
    } catch (error) {
      logError('Could not verify the evidence log', error);
      setReport('The log could not be verified. Please try again.');
    }
  }

  return (
    <details
      className="rounded-md border border-line bg-sheet px-4 py-3 sm:px-6"
      onToggle={(event) =>
        event.target === event.currentTarget && setOpen(event.currentTarget.open)
      }
    >
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        Evidence log ({pluralize(events.length, 'event')})
      </summary>
      {isOpen && (
        <ol className="mt-2 divide-y divide-line border-line border-y">
          {events.map((event) => (
            <li key={event.id}>
              <Entry event={event} history={history} />
            </li>
          ))}
        </ol>
      )}
      <div className="mt-4">
        <Button variant="secondary" onClick={verify}>
          Verify the log
        </Button>
      </div>
      <p role="status" className="mt-3 wrap-anywhere empty:hidden">
        {report}
      </p>
    </details>
  );
}

type EntryProps = { event: QuoteHistory['events'][number]; history: QuoteHistory };

function Entry({ event, history: { details, versions } }: EntryProps) {
  const getContent = (version: number) =>
    quoteContentSchema.safeParse(versions.find((sent) => sent.version === version)?.content).data;
  const own = details.filter(({ event_id }) => event_id === event.id);
  const { title, actor, facts } = describeEvent(event, own, getContent);
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 wrap-anywhere">
        {event.sequence}. {formatMoment(event.occurred_at)}: {title}
        <span className="text-ink-soft">, {actor.toLowerCase()}</span>
      </summary>
      <div className="pb-4 pl-4">
        <DetailList items={facts} />
      </div>
    </details>
  );
}
