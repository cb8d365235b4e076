import { X } from 'lucide-react';
import { getColorValue } from '#app/features/designer/colors.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { SiteLink } from '#app/site/site-link.tsx';
import {
  clearChoices,
  formatShedFilter,
  getChoiceLabel,
  listChosen,
  type ShedCounts,
  type ShedFilter,
  shedFilterCategories,
  sizeGroups,
  toggleShedFilter,
} from '../shed-filter.ts';
import { ListSelect } from './list-select.tsx';

export type ShedFiltersProps = {
  filter: ShedFilter;
  pathname: string;
  counts: ShedCounts;
  total: number;
  /** In a sheet, links of choices replace its history entry. */
  isSheet?: boolean | undefined;
};

export function ShedFilters({ filter, pathname, counts, total, isSheet }: ShedFiltersProps) {
  const choices = shedFilterCategories.filter(({ name }) => name !== 'price');
  const prices = shedFilterCategories.flatMap(({ name, values }) =>
    name === 'price' ? values : [],
  );
  const options = { preventScrollReset: true, ...(isSheet && { replace: true }) };
  return (
    <section aria-label="Filters">
      {choices.map(({ name, label, values }) => (
        <div key={name} className="border-line border-t py-4 first:border-t-0 first:pt-0">
          <h2 className="mb-2 font-display font-semibold text-lg">{label}</h2>
          <ul className="flex flex-wrap gap-2">
            {values.map((value) => (
              <li key={value}>
                <SiteLink
                  to={`${pathname}${formatShedFilter(toggleShedFilter(filter, name, value))}`}
                  {...options}
                  aria-current={filter[name] === value ? 'true' : undefined}
                  data-empty={counts[name][value] === 0 && filter[name] !== value ? '' : undefined}
                  className="inline-flex min-h-11 items-center gap-2 border border-line-firm bg-sheet px-3 text-[0.9375rem] leading-tight hover:border-ink data-[empty]:border-dashed data-[empty]:bg-transparent data-[empty]:text-ink-soft aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-white lg:min-h-9 lg:px-2.5"
                >
                  {name === 'color' && <Swatch color={value} />}
                  {name === 'size' ? <SizeGroup name={value} /> : value}{' '}
                  <span className="text-sm tabular-nums opacity-75 in-data-[empty]:opacity-100">
                    ({counts[name][value]})
                  </span>
                </SiteLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <ListSelect
        {...{ filter, pathname }}
        field="price"
        label="Price"
        options={[
          { value: '', label: 'Any price' },
          ...prices.map((value) => ({
            value,
            label: `${getChoiceLabel('price', value)} (${counts.price[value]})`,
          })),
        ]}
        button={`Show ${pluralize(total, 'shed')}`}
        isSheet={isSheet}
        className="border-line border-t py-4"
        labelClassName="mb-2 block font-display font-semibold text-lg"
      />
    </section>
  );
}

/** A link that is removed would lose the focus. */
const focusCount = () => document.getElementById('sheds-found')?.focus({ preventScroll: true });

export function ChosenFilters({ filter, pathname }: Pick<ShedFiltersProps, 'filter' | 'pathname'>) {
  const chosen = listChosen(filter);
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Chosen filters" className="mb-5 flex flex-wrap gap-2">
      {chosen.map(({ name, label, value }) => (
        <li key={name}>
          <SiteLink
            to={`${pathname}${formatShedFilter(toggleShedFilter(filter, name, value))}`}
            preventScrollReset
            onClick={focusCount}
            className="inline-flex min-h-11 items-center gap-2 bg-ink px-3 text-[0.9375rem] text-white"
          >
            <span className="sr-only">Remove {label}: </span>
            {getChoiceLabel(name, value)}
            <X aria-hidden="true" className="size-4" />
          </SiteLink>
        </li>
      ))}
      <li>
        <SiteLink
          to={`${pathname}${formatShedFilter(clearChoices(filter))}`}
          preventScrollReset
          onClick={focusCount}
          className="drawn-link inline-flex min-h-11 items-center px-2 font-semibold"
        >
          Clear All
        </SiteLink>
      </li>
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
        <span className="opacity-75 in-data-[empty]:opacity-100">
          {' '}
          {sizes[0]} to {sizes.at(-1)}
        </span>
      )}
    </span>
  );
}
