import { type Ref, useId, useRef } from 'react';
import { Link } from 'react-router';
import type { KeptTable } from '#app/features/privacy/deleted-records.ts';
import { maxSearchLength } from '#app/lib/limits.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';

type SearchFieldProps = {
  entityPlural: string;
  value: string;
  searching?: boolean;
  onChange: (value: string) => void;
  all: number;
  found: number;
};

export function SearchField({
  entityPlural,
  value,
  searching = value.trim() !== '',
  onChange,
  all,
  found,
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const count = pluralize(all, entityPlural.replace(/s$/, ''), entityPlural);
  const foundCount =
    found > 0
      ? `${found.toLocaleString('en-CA')} of ${count}`
      : `No ${entityPlural} match your search.`;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchInput ref={input} entityPlural={entityPlural} value={value} onChange={onChange} />
        <p role="status" className="text-ink-soft tabular-nums">
          {searching ? foundCount : count}
        </p>
      </div>
      {searching && found === 0 && (
        <div className="py-12 text-center">
          <Button
            variant="secondary"
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
          >
            Clear search
          </Button>
        </div>
      )}
    </>
  );
}

type SearchInputProps = {
  entityPlural: string;
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
};

export function SearchInput({ entityPlural, value, onChange, ref }: SearchInputProps) {
  return (
    <input
      ref={ref}
      type="search"
      aria-label={`Search ${entityPlural}`}
      placeholder={`Search ${entityPlural}`}
      maxLength={maxSearchLength}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="block min-h-11 w-full rounded-md border border-line-firm bg-sheet px-3.5 py-2 placeholder:text-ink-soft sm:max-w-sm"
    />
  );
}

type FilterSelectProps = {
  label: string;
  all: string;
  options: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
};

export function FilterSelect({ label, all, options, value, onChange }: FilterSelectProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-ink-soft text-sm">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="select-arrow min-h-11 w-full min-w-0 rounded-md border border-line-firm bg-sheet py-2 pl-3.5"
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

type PageLinksProps = {
  page: number;
  pages: number;
  getQueryString: (page: number) => string;
  onTurn: () => void;
};

export function PageLinks({ page, pages, getQueryString, onTurn }: PageLinksProps) {
  if (pages === 1) return null;
  const link = (label: string, name: string, target: number) => (
    <Link
      to={{ search: getQueryString(target) }}
      aria-label={name}
      onClick={onTurn}
      preventScrollReset
      defaultShouldRevalidate={false}
      className={buttonClass('secondary', 'px-2.5 sm:px-4')}
    >
      {label}
    </Link>
  );

  return (
    <nav
      aria-label="Pages"
      className="mt-6 flex flex-wrap items-center justify-between gap-x-2 gap-y-3 border-line border-t pt-4"
    >
      <div className="flex gap-2">
        {page > 2 && link('First', 'First page', 1)}
        {page > 1 && link('Previous', 'Previous page', page - 1)}
      </div>
      <p className="order-last w-full text-center text-ink-soft sm:order-none sm:w-auto">
        {`Page ${page.toLocaleString('en-CA')} of ${pages.toLocaleString('en-CA')}`}
      </p>
      <div className="flex gap-2">
        {page < pages && link('Next', 'Next page', page + 1)}
        {page < pages - 1 && link('Last', 'Last page', pages)}
      </div>
    </nav>
  );
}

/** Links a list to the records that were deleted from it. */
export function DeletedLink({ table }: { table: KeptTable }) {
  return (
    <p className="mt-4">
      <Link
        to={`/admin/deleted?screen=${table}`}
        className="drawn-link inline-flex min-h-11 items-center"
      >
        Recently deleted
      </Link>
    </p>
  );
}
