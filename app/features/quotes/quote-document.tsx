import { DesignImage } from '#app/features/designer/design-image.tsx';
import { formatDesignParams } from '#app/features/designer/design-params.ts';
import { getDesignTitle, summarizeDesign } from '#app/features/designer/design-summary.ts';
import { NO_SUBSTITUTE } from '#app/features/designer/drawing-url.ts';
import { LineDrawingSvg } from '#app/features/designer/line-drawing.tsx';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { formatCents } from '#app/lib/prices.ts';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { DIMENSION_NOTES } from '#drawing/geometry/lengths.ts';
import { drawPlan } from '#drawing/views/lines/plan.ts';
import type { QuoteDocument } from './customer-quote.ts';
import {
  compareContents,
  formatItemAmount,
  groupBySection,
  quoteTermLabels,
  quoteTypeLabels,
  quoteTypeStatements,
} from './describe-quote.ts';
import type { QuoteContent, QuoteItem, QuoteSelection } from './quote-content.ts';
import { formatQuantity, getOptionField, isOffered, type QuoteTotals } from './quote-totals.ts';

type Party = { name: string; address: string };

export function QuoteHead({
  document: { content, number, version, issuedOn, seller },
  validUntil,
  customer,
}: {
  document: Pick<QuoteDocument, 'content' | 'number' | 'version' | 'issuedOn' | 'seller'>;
  validUntil: string;
  customer: Party;
}) {
  return (
    <header>
      <h1 className="display text-4xl wrap-anywhere sm:text-6xl">{content.title}</h1>
      <p className="mt-3 text-lg">
        {quoteTypeLabels[content.type]} {number}
        {version > 1 && `, version ${version}`}
      </p>
      <p className="mt-1 text-ink-soft">{quoteTypeStatements[content.type]}</p>
      <dl className="mt-5 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact label="From">
          {seller.name}
          {seller.legalName && seller.legalName !== seller.name && ` (${seller.legalName})`}
          <br />
          {seller.address}
          <br />
          {seller.phone}
          {seller.hstNumber && (
            <>
              <br />
              HST number {seller.hstNumber}
            </>
          )}
        </Fact>
        <Fact label="For">
          {customer.name}
          {customer.address && (
            <>
              <br />
              {customer.address}
            </>
          )}
        </Fact>
        <Fact label="Date">{formatCalendarDay(issuedOn)}</Fact>
        <Fact label="Valid until">{formatCalendarDay(validUntil)}</Fact>
      </dl>
      {content.introduction && (
        <p className="mt-6 max-w-prose whitespace-pre-wrap">{content.introduction}</p>
      )}
      <QuoteImages content={content} />
    </header>
  );
}

function QuoteImages({ content: { design, colors, images, title } }: { content: QuoteContent }) {
  if (!design && images.length === 0) return null;
  return (
    <div className="mt-6 grid gap-4 sm:grid-cols-2">
      {design && <Design design={design} colors={colors} />}
      {images.map((path, index) => (
        <div key={path}>
          <ResponsiveImage
            path={path}
            alt={`Photo ${index + 1} of ${images.length}: ${title}`}
            sizes="(min-width: 40rem) 50vw, 100vw"
            width={640}
            height={480}
            className="aspect-4/3 h-auto w-full border border-line object-cover"
          />
        </div>
      ))}
    </div>
  );
}

function Design({ design, colors }: { design: ShedDesign; colors: QuoteContent['colors'] }) {
  const drawingClass = 'aspect-4/3 h-auto w-full border border-line bg-sheet';
  return (
    <figure className="grid break-inside-avoid gap-4 sm:col-span-2 sm:grid-cols-2">
      <div className="relative">
        <DesignImage
          src={`/design/image?${formatDesignParams(design)}&${NO_SUBSTITUTE}`}
          alt={`View of the ${getDesignTitle(design)}`}
          width={640}
          height={480}
          className={drawingClass}
        />
      </div>
      <LineDrawingSvg
        drawing={drawPlan(design)}
        description={`Floor plan of the ${getDesignTitle(design)} with dimensions`}
        className={`p-3 max-sm:aspect-auto ${drawingClass}`}
      />
      <figcaption className="text-ink-soft sm:col-span-2">
        {summarizeDesign(design, undefined, colors)} {DIMENSION_NOTES.imperial}
      </figcaption>
    </figure>
  );
}

/** The most items of an alternative that stay on one printed page. A longer one would leave much of the page before it blank. */
const maxUnbroken = 6;

type LinesProps = {
  content: QuoteContent;
  totals: QuoteTotals;
  selection: QuoteSelection;
  isChoosing: boolean;
};

export function QuoteLines({ content, totals, selection, isChoosing }: LinesProps) {
  const cents = new Map(totals.lines.map((line) => [line.id, line.cents]));
  const included = new Set(totals.lines.filter((line) => line.included).map(({ id }) => id));
  const shown = (items: QuoteItem[]) =>
    items.filter(({ id, optional }) => included.has(id) || (isChoosing && optional));
  const list = (items: QuoteItem[]) =>
    groupBySection(items).map(([section, lines]) => (
      <section key={section}>
        {section && <h3 className="mt-5 break-after-avoid font-semibold">{section}</h3>}
        <ul>
          {lines.map((item) => (
            <Line
              key={item.id}
              item={item}
              cents={cents.get(item.id) ?? 0}
              isChoosing={isChoosing}
              isSelected={selection.options.includes(item.id)}
            />
          ))}
        </ul>
      </section>
    ));
  const common = content.items.filter(({ alternative }) => alternative === null);
  return (
    <div>
      {list(shown(common))}
      {content.alternatives.length > 0 && (
        <fieldset className="mt-6">
          <legend className="font-semibold">
            {isChoosing ? 'Choose one of these' : 'Your choice'}
          </legend>
          {content.alternatives.map(({ id, title, description }) => {
            const items = content.items.filter(({ alternative }) => alternative === id);
            const isChosen = selection.alternative === id;
            if (!isChoosing && !isChosen) return null;
            return (
              <div
                key={id}
                className={`mt-3 border border-line p-4 ${items.length <= maxUnbroken ? 'break-inside-avoid' : ''}`}
              >
                {isChoosing ? (
                  <label className="flex min-h-11 break-after-avoid items-center gap-3 font-semibold">
                    <input
                      type="radio"
                      name="alternative"
                      value={id}
                      defaultChecked={isChosen}
                      className="size-5 shrink-0 accent-brand"
                    />
                    {title}
                  </label>
                ) : (
                  <p className="break-after-avoid font-semibold">{title}</p>
                )}
                {description && <p className="text-ink-soft">{description}</p>}
                {list(
                  isChoosing
                    ? items
                    : items.filter(
                        (item) => isOffered(item, selection.alternative) && included.has(item.id),
                      ),
                )}
              </div>
            );
          })}
        </fieldset>
      )}
    </div>
  );
}

function Line({
  item,
  cents,
  isChoosing,
  isSelected,
}: {
  item: QuoteItem;
  cents: number;
  isChoosing: boolean;
  isSelected: boolean;
}) {
  const quantity = [formatQuantity(item.quantityMilli), item.unit].filter(Boolean).join(' ');
  const amount = formatItemAmount(item, cents);
  const price = item.unitCents === 0 ? quantity : `${quantity} at ${formatCents(item.unitCents)}`;
  const isChoice = item.optional && isChoosing;
  const details = [isChoice && 'Optional', price, !item.taxable && 'no HST']
    .filter(Boolean)
    .join(', ');
  const text = (
    <span className="min-w-0 wrap-anywhere">
      {item.description}
      <span className="block text-ink-soft text-sm">{details}</span>
    </span>
  );
  return (
    <li className="flex break-inside-avoid items-start justify-between gap-4 border-line border-b py-3">
      {isChoice ? (
        <label className="flex min-h-11 min-w-0 cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            name={getOptionField(item)}
            value={item.id}
            defaultChecked={isSelected}
            className="mt-0.5 size-5 shrink-0 accent-brand"
          />
          {text}
        </label>
      ) : (
        text
      )}
      <span className="money shrink-0">{amount}</span>
    </li>
  );
}

export function QuoteTotalsList({
  totals,
  content,
}: {
  totals: QuoteTotals;
  content: QuoteContent;
}) {
  const { discount } = content;
  const percent = discount?.type === 'percent' ? ` of ${discount.basisPoints / 100}%` : '';
  const rows: [string, number, boolean?][] = [
    ['Subtotal', totals.subtotal],
    ...(totals.discount > 0
      ? ([[`Discount${percent}`, -totals.discount]] as [string, number][])
      : []),
    ...(content.hst.charged
      ? ([[`HST ${content.hst.basisPoints / 100}%`, totals.hst]] as [string, number][])
      : []),
    ['Total in Canadian dollars', totals.total, true],
    ...(totals.deposit > 0
      ? ([['Deposit, due when you accept', totals.deposit]] as [string, number][])
      : []),
  ];
  return (
    <dl className="mt-5 ml-auto max-w-md break-inside-avoid">
      {rows.map(([label, cents, isTotal]) => (
        <div
          key={label}
          className={`flex justify-between gap-4 py-1.5 ${isTotal ? 'border-ink border-t font-semibold text-lg' : ''}`}
        >
          <dt>{label}</dt>
          <dd className="money">{formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function QuoteTerms({ content }: { content: QuoteContent }) {
  return (
    <dl className="mt-8 grid max-w-prose gap-4">
      {quoteTermLabels.map(
        ([label, key]) =>
          content[key] && (
            <Fact key={key} label={label}>
              <span className="whitespace-pre-wrap">{content[key]}</span>
            </Fact>
          ),
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type Offer = { content: QuoteContent; selection: QuoteSelection | null };

type QuoteDifferencesProps = {
  before: Offer;
  after: Offer;
  previousVersion: number;
};

export function QuoteDifferences({ before, after, previousVersion }: QuoteDifferencesProps) {
  const differences = compareContents(before.content, after.content, {
    before: before.selection,
    after: after.selection,
  });
  if (differences.length === 0) return null;
  return (
    <section className="mt-6 border border-line bg-sheet p-5">
      <h2 className="font-semibold">What changed since version {previousVersion}</h2>
      <ul className="mt-2 grid gap-2">
        {differences.map(({ label, before, after }) => (
          <li key={label + before + after} className="wrap-anywhere">
            <span className="font-medium">{label}</span>
            {before && (
              <span className="block text-ink-soft">
                before: <del>{before}</del>
              </span>
            )}
            <span className="block">{after ? <ins>{after}</ins> : 'removed'}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
