import { useState } from 'react';
import { Link } from 'react-router';
import { DetailList } from '#app/admin/records/detail-rows.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { formatMoment } from '#app/lib/dates.ts';
import { formatCents } from '#app/lib/prices.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import { type QuoteDocument, quoteDocumentSchema, quoteTotalsSchema } from '../customer-quote.ts';
import { describeSelection } from '../describe-event.ts';
import { compareContents, quoteTypeLabels } from '../describe-quote.ts';
import { type QuoteSelection, quoteContentSchema, quoteSelectionSchema } from '../quote-content.ts';
import { QuoteHead, QuoteLines, QuoteTerms, QuoteTotalsList } from '../quote-document.tsx';
import { getShownVersion } from '../quote-states.ts';
import { calculateTotals, getProposedSelection } from '../quote-totals.ts';
import type { Quote, QuoteHistory } from '../quotes.ts';
import type { SectionProps } from './use-quote-action.tsx';

type VersionRow = QuoteHistory['versions'][number];

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
    <div role="status" className="warning">
      <p className="font-medium">Changes not yet sent</p>
      <p className="wrap-anywhere">
        The customer still sees version {shown}. Changed since: {labels.join(', ')}.
      </p>
      <Link to="?edit=1" className="drawn-link inline-flex min-h-11 items-center">
        Continue with the new version
      </Link>
    </div>
  );
}

/** The version that the customer sees, and to whom it went. */
export function SentVersion({ quote, history: { versions, acceptances } }: SectionProps) {
  const version = getShownVersion(quote);
  const sent = versions.find((row) => row.version === version);
  const stored = sent?.document ?? null;
  if (!sent || stored === null) return null;
  const document = quoteDocumentSchema.parse(JSON.parse(stored));
  const accepted = acceptances.find((row) => row.version === quote.accepted_version);
  const isAgreed = quote.state === 'accepted' && accepted !== undefined;
  return (
    <FormSection
      title={document.content.title}
      intro={`Version ${version}, ${quoteTypeLabels[document.content.type].toLowerCase()}, ${formatMoment(sent.created_at)}`}
    >
      <DetailList
        items={[
          ['Customer', quote.customer_name],
          ['Email address', quote.customer_email],
          ['Phone', quote.customer_phone],
          ['Postal address', quote.customer_address],
        ]}
      />
      <div className="mt-5">
        <VersionContent
          document={document}
          selection={isAgreed ? quoteSelectionSchema.parse(accepted.selection) : null}
        />
      </div>
    </FormSection>
  );
}

type VersionContentProps = {
  document: QuoteDocument;
  /** The accepted selection; null shows the whole offer. */
  selection: QuoteSelection | null;
};

/** Items, totals and terms of a version. */
function VersionContent({ document, selection }: VersionContentProps) {
  const { content } = document;
  const shown = selection ?? document.selection ?? getProposedSelection(content);
  const totals = calculateTotals(content, shown);
  return (
    <>
      <fieldset disabled className="contents">
        <QuoteLines
          content={content}
          totals={totals}
          selection={shown}
          isChoosing={selection === null}
        />
      </fieldset>
      <QuoteTotalsList content={content} totals={totals} />
      <QuoteTerms content={content} />
    </>
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
          ['How', acceptance.channel === 'phone' ? 'By phone, recorded by staff' : 'Online'],
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
                ['Email address of the link', find('email')],
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
                {`Version ${sent.version}, ${formatMoment(sent.created_at)}${totals ? `, ${formatCents(totals.total)}` : ''}${wasAccepted ? ', accepted' : ''}`}
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

type ViewVersionProps = { sent: VersionRow; quote: Quote; selection: unknown; label: string };

function ViewVersion({ sent, quote, selection, label }: ViewVersionProps) {
  const [isOpen, setOpen] = useState(false);
  const { document } = sent;
  if (document === null) return <span className="text-ink-soft">Erased</span>;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <VersionDialog
          sent={sent}
          document={document}
          customer={{ name: quote.customer_name, address: quote.customer_address ?? '' }}
          selection={quoteSelectionSchema.nullable().parse(selection)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

type VersionDialogProps = {
  sent: VersionRow;
  /** The JSON text of what was sent. */
  document: string;
  customer: { name: string; address: string };
  /** The accepted selection; null shows the whole offer. */
  selection: QuoteSelection | null;
  onClose: () => void;
};

function VersionDialog(props: VersionDialogProps) {
  const { sent, customer, selection, onClose } = props;
  const document = quoteDocumentSchema.parse(JSON.parse(props.document));
  return (
    <Dialog
      open
      size="lg"
      title={selection ? `What was accepted of version ${sent.version}` : `Version ${sent.version}`}
      onClose={onClose}
      footer={
        <div className="flex justify-end">
          <DialogClose>Close</DialogClose>
        </div>
      }
    >
      <QuoteHead document={document} validUntil={document.validUntil} customer={customer} />
      <h2 className="display mt-8 text-2xl">{selection ? 'What is agreed' : 'What we offer'}</h2>
      <VersionContent document={document} selection={selection} />
      <h3 className="mt-6 font-semibold">What the customer agrees to</h3>
      <p className="wrap-anywhere">{document.consent}</p>
      <p className="mt-4 text-ink-soft text-sm wrap-anywhere">
        Document (SHA-256): {sent.document_sha256}
      </p>
    </Dialog>
  );
}
