import { lazy, Suspense, useState } from 'react';
import type { Quote, QuoteHistory } from '#app/data/quotes.ts';
import { formatMoment } from '#app/domain/format/dates.ts';
import { formatCents } from '#app/domain/format/prices.ts';
import { compareContents } from '#app/domain/quotes/compare-contents.ts';
import { quoteContentSchema, quoteSelectionSchema } from '#app/domain/quotes/content.ts';
import { quoteTotalsSchema } from '#app/domain/quotes/customer-quote.ts';
import { describeSelection } from '#app/domain/quotes/describe-event.ts';
import { getShownVersion } from '#app/domain/quotes/states.ts';
import { Button } from '#app/ui/button.tsx';
import { DetailList } from '../enquiries/detail.tsx';
import { FormSection } from '../form-section.tsx';

const VersionDialog = lazy(() => import('./version-dialog.tsx'));

type SectionProps = { quote: Quote; history: QuoteHistory };
type SentVersion = QuoteHistory['versions'][number];

export function UnsentChanges({ quote, history: { versions } }: SectionProps) {
  const shown = getShownVersion(quote);
  const sent = quoteContentSchema.safeParse(
    versions.find(({ version }) => version === shown)?.content,
  ).data;
  const validUntil = quote.valid_until ?? sent?.validUntil ?? null;
  const changed = sent ? compareContents({ ...sent, validUntil }, quote.content) : [];
  if (changed.length === 0 || quote.state === 'withdrawn') return null;
  const labels = [...new Set(changed.map(({ label }) => label))];
  return (
    <div role="status" className="border-barn border-l-4 bg-barn-tint px-4 py-3">
      <p className="font-medium">Changes not yet sent</p>
      <p className="wrap-anywhere">
        The customer still sees version {shown}. Changed since: {labels.join(', ')}.
      </p>
    </div>
  );
}

export function AcceptedVersion({ quote, history }: SectionProps) {
  const { acceptances, events, details, versions } = history;
  const acceptance = acceptances.find(({ version }) => version === quote.accepted_version);
  const sent = versions.find(({ version }) => version === quote.accepted_version);
  if (!acceptance || !sent) return null;
  const event = events.find(({ hash }) => hash === acceptance.event_hash);
  const find = (field: string) => {
    const detail = details.find((row) => row.event_id === event?.id && row.field === field);
    return detail && (detail.value ?? 'Erased');
  };
  const { data: content } = quoteContentSchema.safeParse(sent.content);
  const { data: selection } = quoteSelectionSchema.safeParse(acceptance.selection);
  const { data: totals } = quoteTotalsSchema.safeParse(acceptance.totals);
  return (
    <FormSection title="What was accepted">
      <DetailList
        items={[
          ['Version', String(acceptance.version)],
          ['When', formatMoment(acceptance.accepted_at)],
          ['How', acceptance.channel === 'phone' ? 'By phone, recorded by staff' : 'At the link'],
          [acceptance.channel === 'phone' ? 'Who' : 'Name as typed', find('name')],
          [
            'Selected',
            content &&
              selection &&
              (describeSelection(content, selection) ?? 'No choice was offered'),
          ],
          ['Total', totals && formatCents(totals.total)],
          ...(totals && totals.deposit > 0
            ? ([['Deposit', formatCents(totals.deposit)]] satisfies [string, string][])
            : []),
          ...(acceptance.channel === 'phone'
            ? []
            : ([
                ['E-mail address of the link', find('email')],
                ['IP address', find('ip')],
                ['Browser', find('userAgent')],
              ] satisfies [string, string | undefined][])),
          ['Hash in the evidence log', acceptance.event_hash],
        ]}
      />
      <div className="mt-4">
        <ViewVersion
          sent={sent}
          quote={quote}
          selection={acceptance.selection}
          label="View what was accepted"
        />
      </div>
    </FormSection>
  );
}

export function SentVersions({ quote, history: { versions, acceptances } }: SectionProps) {
  return (
    <FormSection title="Versions">
      <ul className="grid gap-3">
        {[...versions].reverse().map((sent) => {
          const { data: totals } = quoteTotalsSchema.safeParse(sent.totals);
          const wasAccepted = acceptances.some(({ version }) => version === sent.version);
          return (
            <li
              key={sent.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
            >
              <span className="min-w-0">
                Version {sent.version}, {formatMoment(sent.created_at)}
                {totals && `, ${formatCents(totals.total)}`}
                {wasAccepted && ', accepted'}
              </span>
              <ViewVersion
                sent={sent}
                quote={quote}
                selection={null}
                label={`View version ${sent.version}`}
              />
            </li>
          );
        })}
      </ul>
    </FormSection>
  );
}

type ViewVersionProps = { sent: SentVersion; quote: Quote; selection: unknown; label: string };

function ViewVersion({ sent, quote, selection, label }: ViewVersionProps) {
  const [isOpen, setOpen] = useState(false);
  const { document } = sent;
  if (document === null) return <span className="text-ink-soft">Its text is erased.</span>;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <VersionDialog
            sent={sent}
            document={document}
            customer={{ name: quote.customer_name, address: quote.customer_address ?? '' }}
            selection={quoteSelectionSchema.nullable().parse(selection)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
