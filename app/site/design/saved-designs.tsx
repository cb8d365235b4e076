import { useEffect, useState } from 'react';
import { FOUNDATION_LABELS, ROOFING_LABELS } from '#app/domain/designs/design-labels.ts';
import { parseDesignParams } from '#app/domain/designs/design-params.ts';
import { getDesignTitle, summarizeDesign } from '#app/domain/designs/design-summary.ts';
import {
  formatDesignQuery,
  getDesignImageUrl,
  getDesignUrl,
  parseDesignView,
} from '#app/domain/designs/design-view.ts';
import { SiteLink } from '#app/site/site-link.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';
import type { Designer } from './use-designer.ts';

const storageKey = 'designs';
const maxRecent = 12;
const maxCompared = 3;
/** A design is recent once it has been looked at for this long. */
const recentDelayMs = 4000;

type SavedDesign = { query: string; price: string; isSaved: boolean };

type SavedDesignsProps = Pick<Designer, 'design' | 'view'> & { price: string };

/** The designs of this browser, of which three can be compared. */
export function SavedDesigns({ design, view, price }: SavedDesignsProps) {
  const [designs, setDesigns] = useState<readonly SavedDesign[]>([]);
  const [compared, setCompared] = useState<readonly string[]>([]);
  const [message, setMessage] = useState('');
  const [isStaff, setStaff] = useState(false);
  const query = formatDesignQuery(design, view);
  const isSaved = designs.some((saved) => saved.query === query && saved.isSaved);

  useEffect(() => {
    setDesigns(readDesigns());
    setStaff(hasStaffSession());
  }, []);
  useEffect(() => {
    const timer = setTimeout(
      () => setDesigns(addDesign({ query, price, isSaved: false })),
      recentDelayMs,
    );
    return () => clearTimeout(timer);
  }, [query, price]);

  function remove(removed: string) {
    setDesigns(writeDesigns(readDesigns().filter((saved) => saved.query !== removed)));
    setCompared(compared.filter((each) => each !== removed));
  }

  async function share() {
    const url = location.origin + getDesignUrl(design, view);
    const title = `${getDesignTitle(design)} shed`;
    try {
      if (navigator.share) await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        setMessage('The link is copied.');
      }
    } catch (error) {
      // The visitor closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setMessage(`Copy this link: ${url}`);
    }
  }

  return (
    <section aria-labelledby="saved-designs" className="hidden scripting:block">
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          disabled={isSaved}
          onClick={() => {
            setDesigns(addDesign({ query, price, isSaved: true }));
            setMessage('Saved in this browser.');
          }}
        >
          {isSaved ? 'Saved' : 'Save'}
        </Button>
        <Button variant="secondary" onClick={share}>
          Share
        </Button>
        {isStaff && (
          <a
            href={`/admin/sheds?${new URLSearchParams({ design: formatDesignQuery(design) })}`}
            className={buttonClass('secondary')}
          >
            Create a listing
          </a>
        )}
      </div>
      <p role="status" className="mt-2 text-ink-soft text-sm wrap-anywhere empty:hidden">
        {message}
      </p>
      {designs.length > 0 && (
        <>
          <h2 id="saved-designs" className="mt-6 mb-3 font-display font-semibold text-xl">
            Your recent designs
          </h2>
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
                  onRemove={() => remove(saved.query)}
                />
              </li>
            ))}
          </ul>
          {compared.length > 1 && (
            <Comparison designs={designs.filter((saved) => compared.includes(saved.query))} />
          )}
        </>
      )}
    </section>
  );
}

type EntryProps = {
  saved: SavedDesign;
  isCompared: boolean;
  canCompare: boolean;
  onCompare: (isChosen: boolean) => void;
  onRemove: () => void;
};

function Entry({ saved, isCompared, canCompare, onCompare, onRemove }: EntryProps) {
  const { design, view } = parseQuery(saved.query);
  const title = getDesignTitle(design);
  return (
    <div className="grid h-full grid-cols-[6rem_1fr] gap-3 p-2">
      <DesignImage {...{ design, view }} />
      <div className="min-w-0">
        <SiteLink
          to={getDesignUrl(design, view)}
          preventScrollReset
          className="drawn-link inline-flex min-h-8 items-center font-semibold"
        >
          {title}
        </SiteLink>
        <p className="text-ink-soft text-sm">
          {saved.isSaved ? 'Saved' : 'Recent'}: {design.material}, {design.wallColor}
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-x-4">
          <label className="flex min-h-8 items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={isCompared}
              disabled={!isCompared && !canCompare}
              onChange={({ target }) => onCompare(target.checked)}
              className="size-6 accent-barn"
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

function DesignImage({ design, view }: Pick<Designer, 'design' | 'view'>) {
  return (
    <img
      src={getDesignImageUrl(design, view)}
      alt=""
      width={960}
      height={720}
      loading="lazy"
      className="aspect-4/3 w-full bg-pine object-cover"
    />
  );
}

function Comparison({ designs }: { designs: readonly SavedDesign[] }) {
  const columns = designs.map((saved) => ({ ...saved, ...parseQuery(saved.query) }));
  const rows: readonly (readonly [string, (column: (typeof columns)[number]) => string])[] = [
    ['Style', ({ design }) => design.style],
    ['Size', ({ design }) => `${design.width}x${design.length} ft`],
    ['Siding', ({ design }) => `${design.material}, ${design.wallColor}`],
    ['Roof', ({ design }) => `${ROOFING_LABELS[design.roofing]}, ${design.roofColor}`],
    ['Foundation', ({ design }) => FOUNDATION_LABELS[design.foundation]],
    ['All of it', ({ design }) => summarizeDesign(design)],
    ['Price', ({ price }) => price || 'On request'],
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
                <DesignImage {...{ design, view }} />
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
        </tbody>
      </table>
    </section>
  );
}

function parseQuery(query: string) {
  const params = new URLSearchParams(query);
  return { design: parseDesignParams(params).design, view: parseDesignView(params) };
}

/** Whether this browser has a session of the back office, which checks it. */
function hasStaffSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key));
  } catch {
    return false;
  }
}

function readDesigns(): SavedDesign[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSavedDesign).slice(0, maxRecent) : [];
  } catch {
    // The browser denies access to its storage, or something else has written there.
    return [];
  }
}

const isSavedDesign = (value: unknown): value is SavedDesign =>
  typeof value === 'object' &&
  value !== null &&
  'query' in value &&
  typeof value.query === 'string' &&
  'price' in value &&
  typeof value.price === 'string' &&
  'isSaved' in value &&
  typeof value.isSaved === 'boolean';

/** The latest first; saved ones are dropped last. */
function addDesign(added: SavedDesign): SavedDesign[] {
  const designs = readDesigns();
  const before = designs.find(({ query }) => query === added.query);
  const others = designs.filter(({ query }) => query !== added.query);
  const next = [{ ...added, isSaved: added.isSaved || before?.isSaved === true }, ...others];
  const retained = next.filter(({ isSaved }, i) => isSaved || i < maxRecent / 2);
  return writeDesigns(retained.slice(0, maxRecent));
}

function writeDesigns(designs: SavedDesign[]): SavedDesign[] {
  try {
    localStorage.setItem(storageKey, JSON.stringify(designs));
  } catch {
    // The browser denies access to its storage: the list lives as long as the page.
  }
  return designs;
}
