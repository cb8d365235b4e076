import { getDesignTitle, summarizeDesign } from '#app/features/designer/design-summary.ts';
import {
  formatItemAmount,
  groupBySection,
  quoteTermLabels,
  quoteTypeLabels,
  quoteTypeStatements,
} from '#app/features/quotes/describe-quote.ts';
import type {
  QuoteContent,
  QuoteItem,
  QuoteSelection,
} from '#app/features/quotes/quote-content.ts';
import {
  calculateTotals,
  formatQuantity,
  getProposedSelection,
  isOffered,
  offersChoice,
  type QuoteTotals,
} from '#app/features/quotes/quote-totals.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { toIsoDay } from '#app/lib/dates.ts';
import { formatCents } from '#app/lib/prices.ts';
import { toOneLine } from '#app/lib/summary.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { DIMENSION_NOTES } from '#drawing/geometry/lengths.ts';
import { drawAxonometric } from '#drawing/views/lines/axonometric.ts';
import { drawPlan } from '#drawing/views/lines/plan.ts';
import type { DocumentLook, QuoteJob } from './document-process.ts';
import { createPdf, type Pdf } from './pdf.ts';
import type { Column } from './pdf-table.ts';
import type { TextOptions } from './pdf-text.ts';
import { addCertificate } from './quote-certificate.ts';
import { loadTypefaces } from './typefaces.ts';

const margin = 50;
const gap = 18;
const photoGap = 9;
const sectionGap = 10;
const drawingHeight = 170;
const totalsWidth = 280;
const defaultAccent = '#7a3e1d';
/** In points. */
const logoBox = { width: 180, height: 48 };
const soft: TextOptions = { size: 8, color: '#4d4d4d' };
const textSize = 9.5;
/** Terms up to this many characters stand beside their name instead of below. */
const maxShortTerm = 160;

/** Renders a quote's PDF. The same job, images and branding give the same bytes. */
export async function renderQuote(
  job: QuoteJob,
  photos: readonly Uint8Array[] = [],
  look: DocumentLook = {},
): Promise<Buffer> {
  const { document, acceptance, adjusted } = job;
  const { content, number, version, seller, issuedOn } = document;
  const agreed = acceptance ?? adjusted;
  const selection = agreed?.selection ?? document.selection ?? getProposedSelection(content);
  const totals = calculateTotals(content, selection);
  const label = `${quoteTypeLabels[content.type]} ${number}${version > 1 ? `, version ${version}` : ''}`;
  const sellerLine = [seller.name, seller.address, seller.phone].map(toOneLine).join(', ');
  const pdf = createPdf({
    title: `${label}: ${toOneLine(content.title)}${acceptance ? ', accepted' : ''}`,
    author: toOneLine(seller.name),
    typefaces: await loadTypefaces(job),
    header: label,
    warning: acceptance ? 'Accepted' : undefined,
    footer: shorten(sellerLine, 95),
    orientation: 'portrait',
    createdAt: acceptance ? new Date(acceptance.at) : new Date(`${issuedOn}T12:00:00Z`),
    margin,
    hasFlowingText: true,
    hasLetterhead: true,
  });
  pdf.addPage();
  addLetterhead(pdf, job, { label, total: totals.total, isAgreed: agreed !== null }, look);
  addIntroduction(pdf, content);
  if (content.design) addDesign(pdf, content.design, content.colors);
  addPhotos(pdf, content, photos);
  addItems(pdf, content, selection, {
    isAgreed: agreed !== null,
    isChosen: document.selection !== null,
  });
  addTotals(pdf, content, totals, { isAgreed: agreed !== null });
  addTerms(pdf, content);
  if (!agreed) addHowToAccept(pdf, job, totals);
  if (acceptance) addCertificate(pdf, job, acceptance, totals);
  return pdf.finish();
}

type Heading = { label: string; total: number; isAgreed: boolean };

function addLetterhead(
  pdf: Pdf,
  job: QuoteJob,
  { label, total, isAgreed }: Heading,
  { accent = defaultAccent, logo }: DocumentLook,
) {
  const { document, customer, acceptance, adjusted } = job;
  const { content, seller, issuedOn, validUntil } = document;
  const { left, width } = pdf.body;
  pdf.drawArtifact((doc) => doc.rect(left, margin - 14, width, 4).fill(accent));
  const contact = { ...pdf.body, left: left + width / 2, top: margin, width: width / 2 };
  pdf.moveTo(margin);
  const half = { ...pdf.body, top: margin, width: width / 2 - gap };
  if (logo) pdf.addLogo(logo, { ...half, ...logoBox }, toOneLine(seller.name));
  pdf.addParagraph(
    toOneLine(seller.name),
    logo ? { size: 11, weight: 'bold' } : { size: 19, weight: 'heading' },
    half,
  );
  if (seller.legalName && seller.legalName !== seller.name) {
    pdf.addParagraph(toOneLine(seller.legalName), soft, { ...contact, left });
  }
  const nameEnd = pdf.getY();
  pdf.moveTo(margin + 2);
  const lines = [
    seller.address,
    [seller.phone, seller.email].filter(Boolean).join('  |  '),
    seller.hstNumber && `HST number ${seller.hstNumber}`,
  ].filter(Boolean);
  for (const line of lines.map(toOneLine)) {
    pdf.addParagraph(line, { size: 9, align: 'right', after: 0 }, contact);
  }
  pdf.moveTo(Math.max(nameEnd, pdf.getY()) + 14);

  pdf.addHeading(label, 1);
  pdf.addParagraph(toOneLine(content.title), { size: 13, weight: 'bold' });
  pdf.addParagraph(
    adjusted
      ? `${quoteTypeStatements.estimate} Version ${adjusted.version} was accepted on ${formatCalendarDay(toIsoDay(adjusted.at))} for ${formatCents(adjusted.total)}. This version is within that limit and needs no new acceptance.`
      : quoteTypeStatements[content.type],
    { size: textSize },
  );
  addFacts(pdf, [
    [
      'For',
      [customer.name, customer.address, customer.phone, customer.email]
        .map(toOneLine)
        .filter(Boolean),
      2,
    ],
    ['Date', [formatCalendarDay(issuedOn)], 1],
    acceptance
      ? ['Accepted', [formatCalendarDay(toIsoDay(acceptance.at))], 1]
      : ['Valid until', [formatCalendarDay(validUntil)], 1],
    [
      offersChoice(content) && !isAgreed ? 'Total as proposed' : 'Total',
      [formatCents(total), content.hst.charged ? 'with HST' : 'no HST is charged'],
      1.1,
    ],
  ]);
}

function addFacts(pdf: Pdf, facts: [label: string, lines: string[], share: number][]) {
  const { left, width } = pdf.body;
  const padding = 9;
  const shares = facts.reduce((sum, [, , share]) => sum + share, 0);
  const columns = facts.map(([, , share]) => (share / shares) * width - padding);
  const getStyle = (index: number): TextOptions =>
    index === 0 ? { size: 10, weight: 'bold', after: 0 } : { size: 9, after: 0 };
  const measureLines = (lines: string[], column = 0) =>
    lines.reduce((sum, line, index) => sum + pdf.measure(line, column, getStyle(index)), 0);
  const height = Math.max(
    ...facts.map(([, lines], index) => measureLines(lines, columns[index]) + 13),
  );
  const top = pdf.getY() + 6;
  pdf.drawArtifact((doc) => doc.rect(left, top, width, height + 2 * padding - 3).fill('#efefef'));
  let x = left + padding;
  facts.forEach(([label, lines], i) => {
    const box = { ...pdf.body, left: x, top: top + padding, width: columns[i] ?? 0 };
    pdf.moveTo(box.top);
    pdf.addParagraph(label, soft, box);
    pdf.moveTo(box.top + 13);
    lines.forEach((line, index) => {
      pdf.addParagraph(line, getStyle(index), box);
    });
    x += (columns[i] ?? 0) + padding;
  });
  pdf.moveTo(top + height + 2 * padding + 9);
}

/** Adds space above a heading, and keeps it from standing alone at the end of a page. */
function startSection(pdf: Pdf, minHeight: number) {
  pdf.requireRoom(minHeight + sectionGap);
  if (pdf.getY() > pdf.body.top) pdf.moveTo(pdf.getY() + sectionGap);
}

function addIntroduction(pdf: Pdf, { introduction }: QuoteContent) {
  addParagraphs(pdf, introduction);
}

function addParagraphs(pdf: Pdf, text: string) {
  for (const paragraph of text.split(/\n\s*\n/)) {
    if (paragraph.trim()) pdf.addParagraph(paragraph.trim(), { size: textSize });
  }
}

function addDesign(pdf: Pdf, design: ShedDesign, colors: QuoteContent['colors']) {
  const summary = summarizeDesign(design, undefined, colors);
  pdf.requireRoom(drawingHeight + 50);
  const { left, width } = pdf.body;
  const top = pdf.getY() + 4;
  const half = (width - gap) / 2;
  const box = { left, top, width: half, height: drawingHeight };
  pdf.addDrawing(drawAxonometric(design), box, {
    alt: `View of the ${getDesignTitle(design)}: ${summary}`,
  });
  pdf.addDrawing(
    drawPlan(design),
    { ...box, left: left + half + gap },
    { alt: `Floor plan of the ${getDesignTitle(design)} with dimensions.` },
  );
  pdf.moveTo(top + drawingHeight + 6);
  pdf.addParagraph(`${summary} ${DIMENSION_NOTES.imperial}`, soft);
}

function addPhotos(pdf: Pdf, { title }: QuoteContent, photos: readonly Uint8Array[]) {
  const { left, width } = pdf.body;
  const photoWidth = (width - 2 * photoGap) / 3;
  const height = photoWidth * 0.75;
  photos.forEach((photo, index) => {
    const column = index % 3;
    if (column === 0) {
      pdf.requireRoom(height + 2 * photoGap);
      if (pdf.getY() > pdf.body.top) pdf.moveTo(pdf.getY() + 4);
    }
    const top = pdf.getY();
    const box = { left: left + column * (photoWidth + photoGap), top, width: photoWidth, height };
    pdf.addPhoto(photo, box, `Photo ${index + 1} of ${photos.length}: ${toOneLine(title)}`);
    if (column === 2 || index === photos.length - 1) pdf.moveTo(top + height + photoGap);
  });
}

type ItemLine = { item: QuoteItem; cents: number; isIncluded: boolean };
/** An item, or the sum of the section above. */
type Line = ItemLine | { section: string; subtotal: number };
type Choice = {
  isAgreed: boolean;
  /** The customer had chosen options of the previous version. */
  isChosen?: boolean;
};

function addItems(
  pdf: Pdf,
  content: QuoteContent,
  selection: QuoteSelection,
  { isAgreed, isChosen = false }: Choice,
) {
  const { items, alternatives } = content;
  const addLines = (listed: QuoteItem[], totals: QuoteTotals, isAlternative = false) => {
    const priced = new Map(totals.lines.map((line) => [line.id, line]));
    // Items without a section come first. Below a section they would seem to belong to it.
    const sections = groupBySection(listed).toSorted(
      ([a], [b]) => Number(a !== '') - Number(b !== ''),
    );
    const shown = sections.flatMap(([section, grouped]): Line[] => {
      const lines = grouped
        .map((item): ItemLine => {
          const line = priced.get(item.id);
          return { item, cents: line?.cents ?? 0, isIncluded: line?.included ?? false };
        })
        .filter(({ isIncluded }) => isIncluded || !isAgreed);
      const included = lines.filter(({ isIncluded }) => isIncluded);
      const subtotal = included.reduce((sum, { cents }) => sum + cents, 0);
      if (!section || lines.length < 2 || subtotal === 0) return lines;
      return [...lines, { section: toOneLine(section), subtotal }];
    });
    if (shown.length === 0) return;
    pdf.addTable(shown, createItemColumns(isAgreed, isAlternative), {
      size: 9,
      getSection: (line) => ('item' in line ? toOneLine(line.item.section) : line.section),
      isStrong: (line) => 'subtotal' in line,
    });
  };
  const totals = calculateTotals(content, selection);
  startSection(pdf, 110);
  pdf.addHeading(isAgreed ? 'What is agreed' : 'What we offer');
  addLines(
    items.filter(({ alternative }) => alternative === null),
    totals,
  );
  if (alternatives.length === 0) return;
  const offered = isAgreed
    ? alternatives.filter(({ id }) => id === selection.alternative)
    : alternatives;
  if (!isAgreed) {
    startSection(pdf, 140);
    pdf.addHeading('Choose one of these');
  }
  offered.forEach(({ id, title, description }, index) => {
    const isSelected = id === selection.alternative;
    const own = isSelected
      ? totals
      : calculateTotals(content, {
          alternative: id,
          options: proposeOptions(content, selection, id),
        });
    const proposed =
      !isAgreed && isSelected ? ` (${isChosen ? 'your choice' : 'our proposal'})` : '';
    const name = isAgreed ? 'Your choice' : `Alternative ${index + 1}`;
    startSection(pdf, 90);
    pdf.addHeading(`${name}: ${toOneLine(title)}${proposed}`, 3);
    if (description) pdf.addParagraph(description, { size: textSize });
    addLines(
      items.filter(({ alternative }) => alternative === id),
      own,
      true,
    );
    if (isAgreed) return;
    pdf.addParagraph(`Total of the quote with this alternative: ${formatCents(own.total)}`, {
      size: textSize,
      weight: 'bold',
      align: 'right',
    });
  });
}

/** Options of another alternative as proposed, with the selected ones that belong to none. */
function proposeOptions({ items }: QuoteContent, { options }: QuoteSelection, alternative: string) {
  return items
    .filter((item) => item.optional && isOffered(item, alternative))
    .filter(({ id, alternative, preselected }) =>
      alternative ? preselected : options.includes(id),
    )
    .map(({ id }) => id);
}

function createItemColumns(isAgreed: boolean, isAlternative: boolean): Column<Line>[] {
  const describe = ({ item, isIncluded }: ItemLine) => {
    const within = isAlternative ? 'this total' : 'the total';
    const details = [
      !isAgreed && item.optional
        ? `Optional, ${isIncluded ? `included in ${within}` : `not included in ${within}`}`
        : '',
      item.taxable ? '' : 'no HST',
    ].filter(Boolean);
    return {
      text: toOneLine(item.description),
      detail: details.join('; '),
      ...(!isAgreed && item.optional
        ? { box: isIncluded ? ('ticked' as const) : ('empty' as const) }
        : {}),
    };
  };
  const formatItemQuantity = ({ item }: ItemLine) =>
    [formatQuantity(item.quantityMilli), toOneLine(item.unit)].filter(Boolean).join(' ');
  const formatPrice = ({ item }: ItemLine) =>
    item.unitCents === 0 ? '' : formatCents(item.unitCents);
  const formatAmount = ({ item, cents, isIncluded }: ItemLine) =>
    isIncluded || cents === 0 ? formatItemAmount(item, cents) : `(${formatCents(cents)})`;
  return [
    {
      header: 'Description',
      share: 5.2,
      cell: (line) => ('item' in line ? describe(line) : `Subtotal: ${line.section}`),
    },
    {
      header: 'Quantity',
      share: 1.5,
      align: 'right',
      cell: (line) => ('item' in line ? formatItemQuantity(line) : ''),
    },
    {
      header: 'Price',
      share: 1.6,
      align: 'right',
      cell: (line) => ('item' in line ? formatPrice(line) : ''),
    },
    {
      header: 'Amount',
      share: 1.7,
      align: 'right',
      cell: (line) => ('item' in line ? formatAmount(line) : formatCents(line.subtotal)),
    },
  ];
}

type TotalRow = { label: string; detail?: string; cents: number; isTotal?: boolean };

const totalColumns: Column<TotalRow>[] = [
  {
    header: 'Sum',
    share: 1.7,
    isRowHeader: true,
    cell: ({ label, detail = '' }) => ({ text: label, detail }),
  },
  { header: 'Amount', share: 1, align: 'right', cell: ({ cents }) => formatCents(cents) },
];

function addTotals(pdf: Pdf, content: QuoteContent, totals: QuoteTotals, { isAgreed }: Choice) {
  const { left, width } = pdf.body;
  const { discount, hst, deposit } = content;
  const hasChoice = offersChoice(content);
  const percent = discount?.type === 'percent' ? ` of ${discount.basisPoints / 100}%` : '';
  const depositPercent = deposit?.type === 'percent' ? ` of ${deposit.basisPoints / 100}%` : '';
  const rows: TotalRow[] = [
    { label: 'Subtotal', cents: totals.subtotal },
    ...(totals.discount > 0 ? [{ label: `Discount${percent}`, cents: -totals.discount }] : []),
    ...(hst.charged
      ? [
          {
            label: `HST ${hst.basisPoints / 100}% on ${formatCents(totals.taxable)}`,
            cents: totals.hst,
          },
        ]
      : []),
    { label: 'Total in Canadian dollars', cents: totals.total, isTotal: true },
    ...(totals.deposit > 0
      ? [
          {
            label: `Deposit${depositPercent}`,
            detail: 'Due when you accept',
            cents: totals.deposit,
          },
          { label: 'Balance after the deposit', cents: totals.total - totals.deposit },
        ]
      : []),
  ];
  pdf.requireRoom(rows.length * 20 + 30);
  const box = { ...pdf.body, left: left + width - totalsWidth, width: totalsWidth };
  if (hasChoice && !isAgreed) {
    pdf.addParagraph('With the options proposed and checked above:', { ...soft, align: 'right' });
  }
  pdf.addTable(rows, totalColumns, {
    box,
    size: 10,
    hasHeader: false,
    isStrong: ({ isTotal }) => isTotal ?? false,
  });
  if (!hst.charged) pdf.addParagraph('No HST is charged.', { ...soft, align: 'right' });
}

type Term = { label: string; text: string };

const termColumns: Column<Term>[] = [
  { header: 'Term', share: 1, isRowHeader: true, cell: ({ label }) => label },
  { header: 'Text', share: 4.6, cell: ({ text }) => text },
];

function addTerms(pdf: Pdf, content: QuoteContent) {
  const terms = quoteTermLabels.flatMap(([label, key]): Term[] => {
    const text = content[key].trim();
    return text ? [{ label, text }] : [];
  });
  if (terms.length === 0) return;
  const isShort = ({ text }: Term) => text.length <= maxShortTerm && !/\n.*\n/.test(text);
  const short = terms.filter(isShort);
  startSection(pdf, 90);
  pdf.addHeading('Terms');
  if (short.length > 0) pdf.addTable(short, termColumns, { size: textSize, hasHeader: false });
  for (const { label, text } of terms.filter((term) => !isShort(term))) {
    startSection(pdf, 60);
    pdf.addHeading(label, 3);
    addParagraphs(pdf, text);
  }
}

/** Customers with an email address accept at the link, others on paper. */
function addHowToAccept(
  pdf: Pdf,
  { document: { seller, consent, content, validUntil }, customer }: QuoteJob,
  { total }: QuoteTotals,
) {
  const isElectronic = customer.email !== '';
  const phone = toOneLine(seller.phone);
  const day = formatCalendarDay(validUntil);
  const choice = offersChoice(content)
    ? ' Check the options you want, and write your chosen alternative beside your name.'
    : '';
  const paragraphs = isElectronic
    ? [
        `Accept by ${day}, through the link in our email or by phone (${phone}).`,
        `When you accept online, you agree to this: "${consent}"`,
      ]
    : [
        `Accept by ${day}, by phone (${phone}) or by signing this page and returning it to us.${choice}`,
      ];
  const sum = `${offersChoice(content) ? 'Total as proposed' : 'Total'} in Canadian dollars: ${formatCents(total)}${content.hst.charged ? ', with HST' : ''}`;
  const height = paragraphs.reduce(
    (all, text) => all + pdf.measure(text, pdf.body.width, { size: textSize }) + 5,
    0,
  );
  startSection(pdf, height + (isElectronic ? 50 : 110));
  pdf.addHeading('How to accept');
  for (const text of paragraphs) pdf.addParagraph(text, { size: textSize });
  pdf.addParagraph(sum, { size: textSize, weight: 'bold' });
  if (!isElectronic) addSignatureLines(pdf);
}

function addSignatureLines(pdf: Pdf) {
  const { left, width } = pdf.body;
  const top = pdf.getY() + 30;
  const shares = [2.2, 2.2, 1.2];
  const unit = (width - 2 * gap) / 5.6;
  let x = left;
  ['Name', 'Signature', 'Date'].forEach((label, index) => {
    const line = unit * (shares[index] ?? 1);
    const start = x;
    pdf.drawArtifact((doc) =>
      doc
        .moveTo(start, top)
        .lineTo(start + line, top)
        .lineWidth(0.7)
        .stroke('#111111'),
    );
    pdf.moveTo(top + 3);
    pdf.addParagraph(label, soft, { ...pdf.body, left: start, top: top + 3, width: line });
    x += line + gap;
  });
}

const shorten = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text;
