import { type Ref, useRef } from 'react';
import { maxSearchLength } from '#app/lib/limits.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { Button } from '#app/ui/button.tsx';

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
