import { useMutation, useQuery } from '@tanstack/react-query';
import { ExternalLink, FileDown, Reply } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { download, downloadBlob } from '#app/admin/download.ts';
import { logError } from '#app/admin/log-error.ts';
import { DetailList, DetailSection } from '#app/admin/records/detail-rows.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { useBusinessName } from '#app/admin/shell/use-business-name.ts';
import { describeChange, describeOption } from '#app/features/designer/describe-change.ts';
import { getPrintedColorNames } from '#app/features/designer/describe-colors.ts';
import { describeDesign } from '#app/features/designer/describe-design.ts';
import {
  fetchDesignDocument,
  getDesignFileName,
  getDocumentUrl,
} from '#app/features/designer/design-documents.ts';
import { DesignImage } from '#app/features/designer/design-image.tsx';
import { getRequestFragment } from '#app/features/designer/design-variant.ts';
import {
  DEFAULT_VIEW,
  formatDesignQuery,
  getDesignImageUrl,
  getDesignUrl,
} from '#app/features/designer/design-view.ts';
import { readShopSettings } from '#app/features/designer/designer-settings.ts';
import {
  describeEngineerReasons,
  describeMissingLimits,
} from '#app/features/designer/engineer-reasons.ts';
import { formatLineLabel } from '#app/features/designer/line-label.ts';
import { listWithdrawn } from '#app/features/designer/offer.ts';
import {
  describeMargin,
  describePrice,
  type FullPrice,
  formatLineAmount,
} from '#app/features/designer/price.ts';
import { previewPrices, readPublishedPriceList } from '#app/features/designer/price-list.ts';
import { requestPriceSchema } from '#app/features/designer/price-schema.ts';
import { parseStoredDesign } from '#app/features/designer/stored-design.ts';
import type { Client } from '#app/lib/client.ts';
import { formatCents } from '#app/lib/prices.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import type { DesignChange } from '#drawing/design/design-change.ts';
import type { ColorCard, ShedDesign } from '#drawing/design/shed-design.ts';
import { formatFootprint } from '#drawing/geometry/lengths.ts';
import { quoteRequestReplyDraft } from '../mailto.ts';
import type { QuoteRequest } from '../quote-requests.ts';
import { listContradictions } from '../quote-requests.ts';
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
          <FittingChanges changes={changes} card={settings?.card} />
          <Contradictions answers={listContradictions(row, design)} />
          {withdrawn.length > 0 && (
            <p className="mb-4 warning">
              You don't currently offer:{' '}
              {withdrawn.map((option) => describeOption(option, settings?.card)).join(', ')}. The
              design stays as the customer sent it.
            </p>
          )}
          {variantUrl && <Variant row={row} url={variantUrl} />}
          <div className="mt-4 border-line border-t">
            <Fold title="Design">
              <div className="relative max-w-xl overflow-hidden rounded-md border border-line bg-pine">
                <DesignImage
                  src={getDesignImageUrl(design)}
                  alt={`${design.style} shed, ${formatFootprint(design)}`}
                  className="h-auto w-full"
                />
              </div>
              <div className="mt-4 whitespace-pre-line">
                <DetailList items={describeDesign(design, settings?.card)} />
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
        <p className="text-ink-soft">
          This design came from another version of the designer and can't be shown.
        </p>
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

type FittingChangesProps = { changes: readonly DesignChange[]; card: ColorCard | undefined };

function FittingChanges({ changes, card }: FittingChangesProps) {
  if (changes.length === 0) return null;
  return (
    <div className="mb-4 warning">
      <p className="font-semibold">
        This design can't be built as sent. We show it with these changes:
      </p>
      <ul className="mt-1 list-[square] pl-5 marker:text-brand">
        {changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the changes of a request stay the same
          <li key={index}>{describeChange(change, undefined, card)}</li>
        ))}
      </ul>
    </div>
  );
}

function Contradictions({ answers }: { answers: string[] }) {
  if (answers.length === 0) return null;
  return (
    <p className="mb-4 warning">
      The form doesn't match the design: {answers.join(', ')}. Please ask the customer.
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
      <PriceBlock title="Price at the time of the request">
        <p className="text-ink-soft">No price list was published.</p>
      </PriceBlock>
    );
  }
  const { full, shown, wasSeen } = price;
  const phrase = describePrice(shown, new Date(row.created_at));
  const seen = phrase ? `The customer saw ${phrase}.` : 'The customer saw no price.';
  return (
    <PriceBlock
      title={`Price ${wasSeen ? 'the customer saw' : 'at the time of the request'} (version ${shown.priceListVersion})`}
    >
      <p className={wasSeen ? '' : 'warning'}>
        {wasSeen
          ? seen
          : "We don't know what price the customer saw. Prices or their visibility had changed, or the page showed none."}
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
  if (isError) return <PriceBlock title="Today's price">Couldn't load today's price.</PriceBlock>;
  if (!data) {
    return (
      <PriceBlock title="Today's price">
        {data === null ? 'No published price list has a price for this style.' : 'Loading...'}
      </PriceBlock>
    );
  }
  const margin = describeMargin(data);
  return (
    <PriceBlock title={`Today's price (version ${data.version})`}>
      <p className="tabular-nums">
        <span>
          {`${formatCents(data.total)}${data.hst > 0 ? `, ${formatCents(data.subtotal)} before tax` : ''}`}
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
            <td className="money py-1 text-right">{formatLineAmount(line)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="py-1 pr-4 text-left font-semibold">
            Total
          </th>
          <td className="money py-1 text-right font-semibold">{formatCents(price.total)}</td>
        </tr>
      </tbody>
    </table>
  );
}

const documents = {
  'Shop drawings (PDF)': 'shop-drawings',
  'Cut list (PDF)': 'cut-list',
} as const;
const spreadsheets = {
  'Bill of materials (CSV)': 'bill-of-materials',
  'Cut list (CSV)': 'cut-list',
} as const;

type Label = keyof typeof documents | keyof typeof spreadsheets;
const labels = [...Object.keys(documents), ...Object.keys(spreadsheets)] as Label[];

function DesignDocuments({
  design,
  request,
}: {
  design: ShedDesign;
  request: Pick<QuoteRequest, 'id' | 'customer_name'>;
}) {
  const client = useAdminClient();
  const toasts = useToasts();
  const businessName = useBusinessName();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (label: Label) => {
      if (!(label in documents)) return saveSpreadsheet(client, design, label);
      const name = documents[label as keyof typeof documents];
      const url = getDocumentUrl(name, design, request.id);
      const [blob, { card }, { describeUnprintableParts }] = await Promise.all([
        fetchDesignDocument(client, url),
        readShopSettings(client),
        import('#app/lib/printable.ts'),
      ]);
      downloadBlob({ name: getDesignFileName(design, `${name}.pdf`), blob });
      return describeUnprintableParts('The PDF', [
        ["the customer's name", request.customer_name],
        ['your business name (Settings)', businessName ?? ''],
        getPrintedColorNames(design, card),
      ]);
    },
    onSuccess(sentences) {
      if (!sentences?.length) return toasts.clear('document');
      toasts.error(sentences.join(' '), { key: 'document' });
    },
    onError(error) {
      logError('Document creation failed', error);
      toasts.error("Couldn't create the document. Please try again.", { key: 'document' });
    },
  });
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {labels.map((label) => (
        <li key={label}>
          <button
            type="button"
            aria-disabled={isPending}
            className={buttonClass('secondary', 'w-full aria-disabled:opacity-60')}
            onClick={() => isPending || mutate(label)}
          >
            <FileDown aria-hidden className="size-5 shrink-0" />
            <span>{isPending && variables === label ? 'Creating the file...' : label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

async function saveSpreadsheet(client: Client, design: ShedDesign, label: Label) {
  const [{ createMaterialList, cutsToCsv, materialsToCsv }, settings] = await Promise.all([
    import('#app/features/designer/material-list.ts'),
    readShopSettings(client),
  ]);
  const name = spreadsheets[label as keyof typeof spreadsheets];
  const toCsv = name === 'cut-list' ? cutsToCsv : materialsToCsv;
  const text = toCsv(createMaterialList(design, settings.framing, settings.card), [
    ...describeEngineerReasons(settings, design),
    ...describeMissingLimits(settings),
  ]);
  download({ name: getDesignFileName(design, `${name}.csv`), text });
}
