import { SlidersHorizontal, X } from 'lucide-react';
import { lazy, type MouseEvent, Suspense, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { getColorValue } from '#app/features/designer/colors.ts';
import type { OwnLists } from '#app/lib/options.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { DialogBackdrop, SiteLink } from '#app/site/page-parts.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';
import {
  clearChoices,
  formatShedFilter,
  getChoiceLabel,
  listChosen,
  listShedFilterCategories,
  parseShedFilter,
  type ShedCounts,
  type ShedFilter,
  sizeGroups,
  toggleShedFilter,
} from '../shed-filter.ts';

type ShedFiltersProps = {
  filter: ShedFilter;
  pathname: string;
  counts: ShedCounts;
  own: OwnLists;
  total: number;
  /** In a sheet, links of choices replace its history entry. */
  isSheet?: boolean | undefined;
};

export function ShedFilters({ filter, pathname, counts, own, total, isSheet }: ShedFiltersProps) {
  const categories = listShedFilterCategories(own);
  const choices = categories.filter(({ name }) => name !== 'price');
  const prices = categories.flatMap(({ name, values }) => (name === 'price' ? values : []));
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
                  {name === 'color' && (
                    <Swatch value={own.swatches?.[value] ?? getColorValue(value)} />
                  )}
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
        {...{ filter, pathname, own }}
        field="price"
        label="Price"
        options={[
          { value: '', label: 'Any price' },
          ...prices.map((value) => ({
            value,
            label: `${getChoiceLabel('price', value)} (${counts.price[value]})`,
            isEmpty: counts.price[value] === 0,
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

/** The clicked link is removed, so the focus moves to the count. */
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

function Swatch({ value }: { value: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
      <rect width="16" height="16" fill={value} />
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

const Dialog = lazy(async () => {
  const { Dialog } = await import('#app/ui/dialog.tsx');
  return { default: Dialog };
});

export function FilterSheet(filters: ShedFiltersProps) {
  const { filter, pathname, total } = filters;
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const close = () => setOpen(false);
  const chosen = listChosen(filter).length;

  function open(event: MouseEvent) {
    event.preventDefault();
    setWasOpened(true);
    setOpen(true);
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a link without scripts */}
      <a
        href="#filters"
        onClick={open}
        className={buttonClass('secondary', 'grow whitespace-nowrap px-4 lg:hidden')}
      >
        <SlidersHorizontal aria-hidden="true" className="size-5 shrink-0" />
        <span>{chosen > 0 ? `Filter sheds (${chosen})` : 'Filter sheds'}</span>
      </a>
      {wasOpened && (
        <Suspense fallback={<DialogBackdrop />}>
          <Dialog
            open={isOpen}
            onClose={close}
            title="Filter sheds"
            footer={
              <div className="flex items-center justify-between gap-4">
                <SiteLink
                  to={`${pathname}${formatShedFilter(clearChoices(filter))}`}
                  preventScrollReset
                  replace
                  className="drawn-link inline-flex min-h-11 items-center font-semibold"
                >
                  Clear All
                </SiteLink>
                <Button onClick={close}>Show {pluralize(total, 'shed')}</Button>
              </div>
            }
          >
            <ShedFilters {...filters} isSheet />
          </Dialog>
        </Suspense>
      )}
    </>
  );
}

type ListSelectProps = Pick<ShedFiltersProps, 'filter' | 'pathname' | 'own'> & {
  field: 'price' | 'sort';
  label: string;
  options: { value: string; label: string; isEmpty?: boolean }[];
  button: string;
  isSheet?: boolean | undefined;
  className: string;
  labelClassName: string;
};

export function ListSelect({
  filter,
  pathname,
  own,
  field,
  label,
  options,
  button,
  isSheet = false,
  className,
  labelClassName,
}: ListSelectProps) {
  const id = useId();
  const navigate = useNavigate();
  const query = new URLSearchParams(formatShedFilter(filter));
  const value = query.get(field) ?? '';

  function apply(chosen: string) {
    query.set(field, chosen);
    navigate(`${pathname}${formatShedFilter(parseShedFilter(query, own))}`, {
      preventScrollReset: true,
      replace: isSheet,
    });
  }

  return (
    <form method="get" action={pathname} autoComplete="off" className={className}>
      {[...query].map(
        ([name, other]) =>
          name !== field && <input key={name} type="hidden" name={name} value={other} />,
      )}
      <label htmlFor={id} className={labelClassName}>
        {label}
      </label>
      <select
        id={id}
        name={field}
        value={value}
        onChange={({ target }) => apply(target.value)}
        className="select-arrow min-h-12 w-full min-w-0 grow basis-36 rounded-md border border-line-firm bg-sheet py-2 pl-3.5 leading-tight"
      >
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            disabled={option.isEmpty && option.value !== value}
          >
            {option.label}
          </option>
        ))}
      </select>
      <button type="submit" className={buttonClass('secondary', 'mt-3 w-full scripting:hidden')}>
        {button}
      </button>
    </form>
  );
}
