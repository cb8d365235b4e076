import type { Ref } from 'react';
import { longestSearch } from '#app/domain/limits.ts';

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
      maxLength={longestSearch}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="block min-h-11 w-full rounded-md border border-line-firm bg-sheet px-3.5 py-2 placeholder:text-ink-soft sm:max-w-sm"
    />
  );
}
