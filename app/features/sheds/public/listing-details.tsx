import { Share2 } from 'lucide-react';
import { useState } from 'react';
import type { DeliveryCheck } from '#app/features/designer/delivery-check.ts';
import { DeliveryCheckForm } from '#app/features/designer/delivery-check-form.tsx';
import { ViewInYard } from '#app/features/designer/view-in-yard.tsx';
import { shareLink } from '#app/site/share-link.ts';
import type { DrawnShed, Specifications } from '../shed-listings.ts';

type ListingDetailsProps = {
  shed: DrawnShed;
  level: 2 | 3;
  delivery: DeliveryCheck | null;
  leadTimes: string | undefined;
};

/** What follows the facts of a listing. */
export default function ListingDetails({ shed, level, delivery, leadTimes }: ListingDetailsProps) {
  const { title, designUrl, dimensions, specifications } = shed;
  const Heading = `h${level}` as const;
  const [, query = ''] = designUrl.split('?');
  return (
    <>
      {leadTimes && (
        <>
          <Heading className="mt-4 font-display font-semibold text-lg lg:mt-6">Lead times</Heading>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{leadTimes}</p>
        </>
      )}
      {delivery && (
        <DeliveryCheckForm
          check={delivery}
          action={`/custom-sheds/${shed.id}#delivery-check`}
          className="mt-6"
        />
      )}
      <DesignLink url={designUrl} />
      <div className="mt-2 flex min-h-11 flex-wrap gap-2 print:hidden noscript:hidden">
        <ShareButton title={title} path={`/custom-sheds/${shed.id}`} />
        {dimensions.length > 0 && <ViewInYard query={query} title={title} />}
      </div>
      {dimensions.length > 0 && (
        <div className="mt-8">
          <Heading className="font-display font-semibold text-lg">Dimensions</Heading>
          <dl className="mt-2 border-line border-t">
            {dimensions.map(([name, value]) => (
              <div key={name} className="grid grid-cols-[8rem_1fr] border-line border-b py-2">
                <dt className="text-ink-soft">{name}</dt>
                <dd className="min-w-0">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      <FeatureTable level={level} specifications={specifications} />
    </>
  );
}

/** The URL has no style or size if the designer does not offer it. */
export function DesignLink({ url }: { url: string }) {
  const params = new URLSearchParams(url.split('?')[1]);
  if (!params.has('style') && !params.has('size')) return null;
  const isSimilar = !params.has('style') || !params.has('size');
  return (
    <p className="mt-3 print:hidden">
      <a href={url} className="drawn-link inline-flex min-h-11 items-center font-semibold">
        {isSimilar ? 'Design a similar shed' : 'Customize this shed'}
      </a>
      {isSimilar && (
        <span className="block text-ink-soft text-sm">
          Our designer doesn't offer this {params.has('style') ? 'size' : 'style'}.
        </span>
      )}
    </p>
  );
}

type ShareButtonProps = { title: string; path: string };

function ShareButton({ title, path }: ShareButtonProps) {
  const [status, setStatus] = useState('');
  return (
    <>
      <button
        type="button"
        onClick={async () => setStatus(await shareLink(title, location.origin + path))}
        className="inline-flex min-h-11 items-center gap-2 rounded-md border border-ink px-3 font-semibold hover:bg-ink hover:text-white"
      >
        <Share2 aria-hidden="true" className="size-5" />
        Share
      </button>
      <span role="status" className="self-center wrap-anywhere">
        {status}
      </span>
    </>
  );
}

type FeatureTableProps = { level: 2 | 3; specifications: Specifications };

/** The features that a shed comes with, and those that a customer can add. */
export function FeatureTable({ level, specifications }: FeatureTableProps) {
  const groups = [
    ['Standard features', 'Included', specifications.standard_features],
    ['Optional upgrades', 'Not included', specifications.optional_upgrades],
  ] as const;
  const shown = groups.filter(([, , features]) => features.length > 0);
  if (shown.length === 0) return null;
  const Heading = `h${level}` as const;
  return (
    <table className="mt-8 w-full border-line border-b">
      <caption className="mb-2 text-left">
        <Heading className="font-display font-semibold text-lg">Included with this shed</Heading>
      </caption>
      {shown.map(([title, status, features]) => (
        <tbody key={title}>
          <tr className="border-line border-t">
            <th scope="rowgroup" colSpan={2} className="py-2 text-left font-semibold">
              {title}
            </th>
          </tr>
          {features.map((feature, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: features may repeat
            <tr key={index} className="border-line border-t">
              <th scope="row" className="wrap-anywhere py-2 pr-3 text-left font-normal">
                {feature}
              </th>
              <td className="whitespace-nowrap py-2 align-top text-ink-soft">{status}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
