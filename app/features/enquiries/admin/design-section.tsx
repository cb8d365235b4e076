import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Reply } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { DetailList, DetailSection } from '#app/admin/records/detail-rows.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { describeChange, describeOption } from '#app/features/designer/describe-change.ts';
import { describeDesign } from '#app/features/designer/describe-design.ts';
import { DesignImage } from '#app/features/designer/design-image.tsx';
import { getRequestFragment } from '#app/features/designer/design-variant.ts';
import {
  DEFAULT_VIEW,
  formatDesignQuery,
  getDesignImageUrl,
  getDesignUrl,
} from '#app/features/designer/design-view.ts';
import { readShopSettings } from '#app/features/designer/designer-settings.ts';
import { listWithdrawn } from '#app/features/designer/offer.ts';
import {
  describeMargin,
  describePrice,
  type FullPrice,
  formatLineAmount,
  formatLineLabel,
} from '#app/features/designer/price.ts';
import { previewPrices, readPublishedPriceList } from '#app/features/designer/price-list.ts';
import { requestPriceSchema } from '#app/features/designer/price-schema.ts';
import { parseStoredDesign } from '#app/features/designer/stored-design.ts';
import { formatCents } from '#app/lib/prices.ts';
import { buttonClass } from '#app/ui/button.tsx';
import type { DesignChange } from '#drawing/design/design-change.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { quoteRequestReplyDraft } from '../mailto.ts';
import type { QuoteRequest } from '../quote-requests.ts';
import { listContradictions } from '../request-for-design.ts';
import { DesignDocuments } from './design-documents.tsx';
import type { DrawingGroup } from './design-drawings.tsx';

const DesignDrawings = lazy(() => import('./design-drawings.tsx'));

type DesignSectionProps = { row: QuoteRequest; variantUrl: string | undefined };

export default function DesignSection({ row, variantUrl }: DesignSectionProps) {
  const { design, changes = [] } = parseStoredDesign(row.design) ?? {};
  const client = useAdminClient();
  const { data: settings } = useQuery({
    queryKey: ['designer_settings', 'shop'],
    queryFn: () => readShopSettings(client),
  });
  const withdrawn = design && settings ? listWithdrawn(design, settings.withdrawn) : [];
  return (
    <DetailSection title="Design, Prices and Documents">
      {design ? (
        <>
          <FittingChanges changes={changes} />
          <Contradictions answers={listContradictions(row, design)} />
          {withdrawn.length > 0 && (
            <p className="mb-4 warning">
              You do not offer at the moment: {withdrawn.map(describeOption).join(', ')}. The design
              stays as it was sent.
            </p>
          )}
          {variantUrl && <Variant row={row} url={variantUrl} />}
          <div className="mt-4 border-line border-t">
            <Fold title="Design">
              <div className="relative max-w-xl overflow-hidden rounded-md border border-line bg-pine">
                <DesignImage
                  src={getDesignImageUrl(design)}
                  alt={`${design.style} shed, ${design.width} by ${design.length} feet`}
                  className="h-auto w-full"
                />
              </div>
              <div className="mt-4 whitespace-pre-line">
                <DetailList items={describeDesign(design)} />
              </div>
              <div className="mt-4 flex flex-wrap gap-3">
                <a
                  href={getDesignerUrl(row, design, !settings || withdrawn.length > 0)}
                  target="_blank"
                  rel="noopener"
                  className={buttonClass('secondary')}
                >
                  <ExternalLink aria-hidden className="size-5" />
                  Open in designer
                </a>
                <Link
                  to={`/admin/sheds?${new URLSearchParams({ design: formatDesignQuery(design) })}`}
                  className={buttonClass('secondary')}
                >
                  Create a listing
                </Link>
              </div>
            </Fold>
            <Fold title="Prices">
              <SentPrice row={row} />
              <TodaysPrice row={row} design={design} />
            </Fold>
            <Drawings title="Floor plan" group="plan" design={design} />
            <Drawings title="Elevations" group="elevations" design={design} />
            <Drawings title="Framing" group="framing" design={design} />
            <Fold title="Documents">
              <DesignDocuments design={design} request={row} />
            </Fold>
          </div>
        </>
      ) : (
        <p className="text-ink-soft">It was sent by another version of the designer.</p>
      )}
    </DetailSection>
  );
}

function getDesignerUrl(
  { id, delivery_km: deliveryKm }: QuoteRequest,
  design: ShedDesign,
  withdrawn: boolean,
) {
  const view = { ...DEFAULT_VIEW, withdrawn, deliveryKm: deliveryKm ?? undefined };
  return getDesignUrl(design, view) + getRequestFragment(id);
}

function Variant({ row, url }: { row: QuoteRequest; url: string }) {
  return (
    <div className="mt-5 border-line-firm border-l-4 bg-paper px-4 py-3">
      <h4 className="font-semibold text-[0.9375rem]">Your variant</h4>
      <p className="[overflow-wrap:anywhere]">
        <a href={url} target="_blank" rel="noopener" className="underline">
          {url}
        </a>
      </p>
      <a href={quoteRequestReplyDraft(row, url)} className={buttonClass('secondary', 'mt-3')}>
        <Reply aria-hidden className="size-5" />
        Reply with this variant
      </a>
    </div>
  );
}

function FittingChanges({ changes }: { changes: readonly DesignChange[] }) {
  if (changes.length === 0) return null;
  return (
    <div className="mb-4 warning">
      <p className="font-semibold">
        What was sent cannot be built as it is. Shown here with these changes:
      </p>
      <ul className="mt-1 list-[square] pl-5 marker:text-barn">
        {changes.map(describeChange).map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the changes of a request stay the same
          <li key={index}>{change}</li>
        ))}
      </ul>
    </div>
  );
}

function Contradictions({ answers }: { answers: string[] }) {
  if (answers.length === 0) return null;
  return (
    <p className="mb-4 warning">
      The form says something else than this design: {answers.join(', ')}. Please ask the customer.
    </p>
  );
}

type DrawingsProps = { title: string; group: DrawingGroup; design: ShedDesign };

function Drawings({ title, group, design }: DrawingsProps) {
  return (
    <Fold title={title}>
      <Suspense fallback={<p className="text-ink-soft">Loading...</p>}>
        <DesignDrawings design={design} group={group} />
      </Suspense>
    </Fold>
  );
}

/** Renders its children while it is open. */
function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="border-line border-b"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-[0.9375rem]">
        {title}
      </summary>
      {isOpen && <div className="pb-4">{children}</div>}
    </details>
  );
}

function SentPrice({ row }: { row: QuoteRequest }) {
  const { data: price } = requestPriceSchema.safeParse(row.design_price);
  if (!price) {
    return (
      <PriceBlock title="Price when it was sent">
        <p className="text-ink-soft">No price list was published.</p>
      </PriceBlock>
    );
  }
  const { full, shown, wasSeen } = price;
  const phrase = describePrice(shown, new Date(row.created_at));
  const seen = phrase ? `The customer saw ${phrase}.` : 'The customer saw no price.';
  return (
    <PriceBlock
      title={`Price ${wasSeen ? 'as the customer saw it' : 'when it was sent'}, by version ${shown.priceListVersion}`}
    >
      <p className={wasSeen ? '' : 'warning'}>
        {wasSeen
          ? seen
          : 'What the customer saw is unknown: prices or what visitors see of them had changed, or the page showed none.'}
      </p>
      {full ? <PriceLines price={full} /> : <p>The price list had no price for this style.</p>}
    </PriceBlock>
  );
}

function TodaysPrice({ row, design }: { row: QuoteRequest; design: ShedDesign }) {
  const client = useAdminClient();
  const { data, isError } = useQuery({
    queryKey: ['price_lists', 'today', row.id],
    queryFn: async () => {
      const list = await readPublishedPriceList(client);
      if (!list) return null;
      const [price] = await previewPrices(client, list, [design], row.delivery_km);
      return price ? { ...price, version: list.version } : null;
    },
  });
  if (isError) return <PriceBlock title="Today's price">It could not be loaded.</PriceBlock>;
  if (!data) {
    return (
      <PriceBlock title="Today's price">
        {data === null ? 'No published price list has a price for this style.' : 'Loading...'}
      </PriceBlock>
    );
  }
  const margin = describeMargin(data);
  return (
    <PriceBlock title={`Today's price, by version ${data.version}`}>
      <p className="tabular-nums">
        <span>
          {formatCents(data.total)}
          {data.hst > 0 && `, ${formatCents(data.subtotal)} before tax`}
        </span>
        {margin && <span>{`; costs ${formatCents(data.cost)}, ${margin}`}</span>}
      </p>
    </PriceBlock>
  );
}

function PriceBlock({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-5 first:mt-0">
      <h4 className="mb-1 font-semibold text-[0.9375rem]">{title}</h4>
      {children}
    </div>
  );
}

function PriceLines({ price }: { price: FullPrice }) {
  return (
    <table className="mt-2 w-full max-w-md text-sm">
      <caption className="sr-only">Price by line</caption>
      <tbody>
        {price.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
          <tr key={index} className="border-line border-b">
            <th scope="row" className="py-1 pr-4 text-left font-normal">
              {formatLineLabel(line)}
            </th>
            <td className="py-1 text-right tabular-nums">{formatLineAmount(line)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="py-1 pr-4 text-left font-semibold">
            Total
          </th>
          <td className="py-1 money text-right font-semibold">{formatCents(price.total)}</td>
        </tr>
      </tbody>
    </table>
  );
}
