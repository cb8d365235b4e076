import { memo, useContext, useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { SiteLink } from '#app/site/page-parts.tsx';
import { formatFootprint } from '#drawing/geometry/lengths.ts';
import { describeColors } from '../describe-colors.ts';
import { DesignImage } from '../design-image.tsx';
import { FOUNDATION_LABELS, ROOFING_LABELS } from '../design-labels.ts';
import { parseDesignParams } from '../design-params.ts';
import type { LoadedPrice } from '../design-prices.ts';
import { getDesignTitle, summarizeDesign } from '../design-summary.ts';
import { getDesignImageUrl, getDesignUrl, parseDesignView } from '../design-view.ts';
import { ColorCardContext, type Designer } from './use-designer.ts';
import type { SavedDesign, SavedDesigns } from './use-saved-designs.ts';

const maxCompared = 3;

type SavedDesignsProps = Pick<SavedDesigns, 'designs' | 'remove'>;

export const SavedDesignList = memo(({ designs, remove }: SavedDesignsProps) => {
  const [compared, setCompared] = useState<readonly string[]>([]);
  if (designs.length === 0) return null;
  return (
    <section aria-labelledby="saved-designs" className="hidden scripting:block print:hidden">
      <h2 id="saved-designs" className="display text-3xl">
        Your designs
      </h2>
      <p className="mt-2 mb-4 text-ink-soft">
        Your designs are stored in this browser only. Designs you don't save are removed after 30
        days. Choose two or three to compare them.{' '}
        <button
          type="button"
          onClick={() => {
            remove();
            setCompared([]);
          }}
          className="drawn-link inline-flex min-h-8 items-center"
        >
          Remove all
        </button>
      </p>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {designs.map((saved) => (
          <li key={saved.query} className="border border-line bg-sheet">
            <Entry
              saved={saved}
              isCompared={compared.includes(saved.query)}
              canCompare={compared.length < maxCompared}
              onCompare={(isChosen) =>
                setCompared(
                  isChosen
                    ? [...compared, saved.query]
                    : compared.filter((each) => each !== saved.query),
                )
              }
              onRemove={() => {
                remove(saved.query);
                setCompared(compared.filter((each) => each !== saved.query));
              }}
            />
          </li>
        ))}
      </ul>
      {compared.length > 1 && (
        <Comparison designs={designs.filter((saved) => compared.includes(saved.query))} />
      )}
    </section>
  );
});

type EntryProps = {
  saved: SavedDesign;
  isCompared: boolean;
  canCompare: boolean;
  onCompare: (isChosen: boolean) => void;
  onRemove: () => void;
};

function Entry({ saved, isCompared, canCompare, onCompare, onRemove }: EntryProps) {
  const card = useContext(ColorCardContext);
  const { design, view } = parseQuery(saved.query);
  const title = getDesignTitle(design);
  return (
    <div className="grid h-full grid-cols-[6rem_1fr] gap-3 p-2">
      <Thumbnail {...{ design, view }} />
      <div className="min-w-0">
        <SiteLink
          to={getDesignUrl(design, view)}
          className="drawn-link inline-flex min-h-8 items-center font-semibold"
        >
          {title}
        </SiteLink>
        <p className="text-ink-soft text-sm">
          {`${saved.isSaved ? 'Saved' : 'Recent'}: ${design.material}, ${describeColors(design, card).wall}`}
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-x-4">
          <label className="flex min-h-8 items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={isCompared}
              disabled={!isCompared && !canCompare}
              onChange={({ target }) => onCompare(target.checked)}
              className="size-6 accent-brand"
            />
            Compare
          </label>
          <button
            type="button"
            onClick={onRemove}
            aria-label={`Remove ${title}`}
            className="drawn-link inline-flex min-h-8 items-center text-sm"
          >
            Remove
          </button>
        </div>
      </div>
    </div>
  );
}

function Thumbnail({ design, view }: Pick<Designer, 'design' | 'view'>) {
  return (
    <div className="relative self-start">
      <DesignImage
        src={getDesignImageUrl(design, view)}
        isSmall
        loading="lazy"
        className="aspect-4/3 w-full bg-pine object-cover"
      />
    </div>
  );
}

function Comparison({ designs }: { designs: readonly SavedDesign[] }) {
  const card = useContext(ColorCardContext);
  const columns = designs.map((saved) => {
    const parsed = parseQuery(saved.query);
    return { ...saved, ...parsed, colors: describeColors(parsed.design, card) };
  });
  const rows: readonly (readonly [string, (column: (typeof columns)[number]) => string])[] = [
    ['Style', ({ design }) => design.style],
    ['Size', ({ design, view }) => formatFootprint(design, view.units)],
    ['Siding', ({ design, colors }) => `${design.material}, ${colors.wall}`],
    ['Roof', ({ design, colors }) => `${ROOFING_LABELS[design.roofing]}, ${colors.roof}`],
    ['Foundation', ({ design }) => FOUNDATION_LABELS[design.foundation]],
    ['Summary', ({ design, view }) => summarizeDesign(design, view.units, card)],
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a phone
    <section className="mt-6 overflow-x-auto" aria-label="Comparison" tabIndex={0}>
      <table className="w-full min-w-[36rem] table-fixed border-collapse text-sm">
        <caption className="mb-2 text-left font-display font-semibold text-xl">
          Side by side
        </caption>
        <thead>
          <tr>
            <td className="w-24" />
            {columns.map(({ query, design, view }) => (
              <th key={query} scope="col" className="p-2 text-left align-top font-semibold">
                <Thumbnail {...{ design, view }} />
                <SiteLink
                  to={getDesignUrl(design, view)}
                  className="drawn-link mt-1 inline-flex min-h-8 items-center"
                >
                  {getDesignTitle(design)}
                </SiteLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, getValue]) => (
            <tr key={label} className="border-line border-t">
              <th scope="row" className="p-2 text-left align-top font-normal text-ink-soft">
                {label}
              </th>
              {columns.map((column) => (
                <td key={column.query} className="p-2 align-top">
                  {getValue(column)}
                </td>
              ))}
            </tr>
          ))}
          <tr className="border-line border-t">
            <th scope="row" className="p-2 text-left align-top font-normal text-ink-soft">
              Price
            </th>
            {columns.map((column) => (
              <td key={column.query} className="p-2 align-top first-letter:uppercase">
                <TodaysPrice {...column} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** Shows today's price; while it loads, and without a connection, the price when the design was saved. */
function TodaysPrice({ query, price }: SavedDesign) {
  const { load, data } = useFetcher<LoadedPrice>();
  useEffect(() => {
    load(`/design?${query}`);
  }, [load, query]);
  const shown = data && !data.isAway ? data.priceText : price;
  return shown || (data?.isAway ? 'Not available right now' : 'On request');
}

function parseQuery(query: string) {
  const params = new URLSearchParams(query);
  return { design: parseDesignParams(params).design, view: parseDesignView(params) };
}
