import { SlidersHorizontal, X } from 'lucide-react';
import { getColorValue } from '#app/domain/sheds/colors.ts';
import {
  formatShedFilter,
  type ShedFilter,
  shedFilterCategories,
  sizeGroups,
  toggleShedFilter,
} from '#app/domain/sheds/shed-filter.ts';
import { SiteLink } from '#app/site/site-link.tsx';
import { buttonClass } from '#app/ui/button.tsx';

type ShedFiltersProps = { filter: ShedFilter; pathname: string };

export function ShedFilters({ filter, pathname }: ShedFiltersProps) {
  const chosen = Object.keys(filter).length;
  return (
    <details className="open-when-wide">
      <summary className={buttonClass('secondary', 'w-full list-none')}>
        <SlidersHorizontal aria-hidden="true" className="size-5" />
        Filter sheds{chosen > 0 && ` (${chosen})`}
      </summary>
      <section aria-label="Filters" className="pt-4 lg:pt-0">
        {shedFilterCategories.map(({ name, label, values }) => (
          <div key={name} className="border-line border-t py-4">
            <h2 className="mb-2 font-display font-semibold text-lg">{label}</h2>
            <ul className="flex flex-wrap gap-2">
              {values.map((value) => (
                <li key={value}>
                  <SiteLink
                    to={`${pathname}${formatShedFilter(toggleShedFilter(filter, name, value))}`}
                    preventScrollReset
                    aria-current={filter[name] === value ? 'true' : undefined}
                    className="inline-flex min-h-11 items-center gap-2 border border-line-firm bg-sheet px-3 text-[0.9375rem] leading-tight hover:border-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-white lg:min-h-9"
                  >
                    {name === 'color' && <Swatch color={value} />}
                    {name === 'size' ? <SizeGroup name={value} /> : value}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {chosen > 0 && (
          <SiteLink
            to={pathname}
            preventScrollReset
            // The focused link is removed.
            onClick={() => document.getElementById('sheds-found')?.focus({ preventScroll: true })}
            className="drawn-link inline-flex min-h-11 items-center font-semibold"
          >
            Clear All
          </SiteLink>
        )}
      </section>
    </details>
  );
}

/** On a phone, where the filters are folded. */
export function ChosenFilters({ filter, pathname }: ShedFiltersProps) {
  const chosen = shedFilterCategories.flatMap(({ name, label }) => {
    const value = filter[name];
    return value ? [{ name, label, value }] : [];
  });
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Chosen filters" className="mb-5 flex flex-wrap gap-2 lg:hidden">
      {chosen.map(({ name, label, value }) => (
        <li key={name}>
          <SiteLink
            to={`${pathname}${formatShedFilter(toggleShedFilter(filter, name, value))}`}
            preventScrollReset
            className="inline-flex min-h-11 items-center gap-2 bg-ink px-3 text-[0.9375rem] text-white"
          >
            <span className="sr-only">Remove {label}: </span>
            {value}
            <X aria-hidden="true" className="size-4" />
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}

function Swatch({ color }: { color: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
      <rect width="16" height="16" fill={getColorValue(color)} />
      <rect x=".5" y=".5" width="15" height="15" fill="none" stroke="#857a66" />
    </svg>
  );
}

function SizeGroup({ name }: { name: string }) {
  const sizes = sizeGroups.find((group) => group.name === name)?.sizes ?? [];
  return (
    <span>
      {name}
      {sizes.length > 0 && (
        <span className="opacity-75">
          {' '}
          {sizes[0]} to {sizes.at(-1)}
        </span>
      )}
    </span>
  );
}
