import { quoteTypeLabels } from '#app/features/quotes/describe-quote.ts';
import type { QuoteTotals } from '#app/features/quotes/quote-totals.ts';
import { formatCents } from '#app/lib/prices.ts';
import type { AcceptanceRecord, QuoteJob } from './document-process.ts';
import type { Pdf } from './pdf.ts';
import type { Column } from './pdf-table.ts';

type Fact = { label: string; value: string };

const columns: Column<Fact>[] = [
  { header: 'Fact', share: 1.25, isRowHeader: true, cell: ({ label }) => label },
  { header: 'Record', share: 3.6, cell: ({ value }) => value },
];

/** Adds a page that says what was accepted, by whom, when and from where, with the hashes that prove it. */
export function addCertificate(
  pdf: Pdf,
  { document, documentSha256 }: QuoteJob,
  acceptance: AcceptanceRecord,
  totals: QuoteTotals,
): void {
  const { content, number, version, seller } = document;
  const { personal, channel, selection } = acceptance;
  const alternative = content.alternatives.find(({ id }) => id === selection.alternative);
  const describeOptions = (isSelected: boolean) =>
    content.items
      .filter(
        (item) =>
          item.optional &&
          (item.alternative === null || item.alternative === selection.alternative) &&
          selection.options.includes(item.id) === isSelected,
      )
      .map(({ description }) => description.replace(/\s+/g, ' '))
      .join('; ');
  const by = channel === 'phone' ? `by phone or in person, recorded by ${seller.name}` : 'online';

  pdf.addPage('Certificate of acceptance');
  pdf.addParagraph(
    `${quoteTypeLabels[content.type]} ${number}, version ${version}, was accepted ${by}. The preceding pages show what was agreed. Times come from the database that stored the acceptance.`,
    { size: 9.5 },
  );
  addFacts(pdf, 'What was agreed', [
    [
      'Document',
      `${quoteTypeLabels[content.type]} ${number}, version ${version}: ${content.title}`,
    ],
    ['Alternative', alternative?.title],
    ['Options', describeOptions(true)],
    ['Options not chosen', describeOptions(false)],
    ['Total', `${formatCents(totals.total)} (Canadian dollars)`],
    ['Sentence agreed to', acceptance.consent],
  ]);
  addFacts(pdf, 'Who, when and from where', [
    [channel === 'phone' ? 'Accepted by' : 'Name as typed', personal.name],
    ['Email address of the link', personal.email],
    ['Link first opened', formatInstant(acceptance.openedAt)],
    ['Summary shown', formatInstant(acceptance.reviewAt)],
    ['Accepted', `${formatInstant(acceptance.at)}; in Toronto ${acceptance.local}`],
    ['IP address', personal.ip && `${personal.ip}${describeSource(acceptance)}`],
    ['Browser', personal.userAgent],
    ["Mail server's response to the email with the quote", personal.mailResponse],
    ['Note', acceptance.note],
  ]);
  addFacts(pdf, 'Hashes (SHA-256)', [
    ['Content that was shown', documentSha256],
    ['PDF of the offer', acceptance.pdfSha256],
    ['Agreement (content, selection, totals, sentence)', acceptance.agreementSha256],
    ['Record of the summary shown', acceptance.reviewHash],
    ['Record before the acceptance', acceptance.previousHash],
    ['Record of the acceptance', acceptance.hash],
  ]);
  pdf.addParagraph(
    'Each record of the evidence log includes the hash of the one before. The emails about the acceptance carry the hash of its record, so that a later change to the log can be detected.',
    { size: 8, color: '#4d4d4d' },
  );
}

function addFacts(
  pdf: Pdf,
  heading: string,
  facts: [label: string, value: string | null | undefined][],
) {
  const rows = facts.flatMap(([label, value]): Fact[] => (value ? [{ label, value }] : []));
  pdf.requireRoom(70);
  pdf.moveTo(pdf.getY() + 6);
  pdf.addHeading(heading, 3);
  pdf.addTable(rows, columns, { size: 8.5, hasHeader: false });
}

const describeSource = ({ source }: AcceptanceRecord) =>
  source === 'website' ? ', as seen by the website' : ', as stated in the request';

/** To the second, such as 2026-11-23 15:04:05 UTC; null without a time. */
function formatInstant(timestamp: string | null): string | null {
  if (!timestamp) return null;
  return `${new Date(timestamp).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
