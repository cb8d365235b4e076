import { useRef } from 'react';
import { pluralize } from '#app/domain/format/pluralize.ts';
import { Button } from '#app/ui/button.tsx';
import { SearchInput } from '../lists/search-input.tsx';

type SearchFieldProps = {
  entityPlural: string;
  value: string;
  /** Whether the rows shown are those of a search; by default if something is typed. */
  searching?: boolean;
  onChange: (value: string) => void;
  /** How many there are, and how many of them the search finds. */
  all: number;
  found: number;
};

/** The search of a list and how many rows it finds, which screen readers announce. */
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
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchInput ref={input} entityPlural={entityPlural} value={value} onChange={onChange} />
        <p role="status" className="text-ink-soft tabular-nums">
          {searching && found > 0 && `${found.toLocaleString('en-CA')} of `}
          {(found > 0 || !searching) && count}
          {searching && found === 0 && `No ${entityPlural} match your search.`}
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
