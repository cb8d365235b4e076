import { useRef } from 'react';
import { pluralize } from '#app/domain/format/pluralize.ts';
import { Button } from '#app/ui/button.tsx';
import { SearchInput } from '../lists/search-input.tsx';

type SearchFieldProps = {
  /** What is searched, in the plural. */
  things: string;
  value: string;
  /** Whether what is in sight is what a search left; by what is typed where left out. */
  searching?: boolean;
  onChange: (value: string) => void;
  /** How many there are, and how many of them the search leaves. */
  all: number;
  found: number;
};

/**
 * Where the words are typed that a list is narrowed by, and how many rows that leaves; a screen
 * reader hears the number as it changes.
 */
export function SearchField({
  things,
  value,
  searching = value.trim() !== '',
  onChange,
  all,
  found,
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const count = pluralize(all, things.replace(/s$/, ''), things);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchInput ref={input} things={things} value={value} onChange={onChange} />
        <p role="status" className="text-ink-soft tabular-nums">
          {searching && found > 0 && `${found.toLocaleString('en-CA')} of `}
          {(found > 0 || !searching) && count}
          {searching && found === 0 && `No ${things} match your search.`}
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
