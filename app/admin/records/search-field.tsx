type SearchFieldProps = {
  /** What is searched, in the plural. */
  things: string;
  value: string;
  onChange: (value: string) => void;
};

/** Where the words are typed that a list is narrowed by. */
export function SearchField({ things, value, onChange }: SearchFieldProps) {
  return (
    <input
      type="search"
      aria-label={`Search ${things}`}
      placeholder={`Search ${things}`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="mb-4 block min-h-11 w-full rounded-md border border-line-firm bg-sheet px-3.5 py-2 placeholder:text-ink-soft sm:max-w-sm"
    />
  );
}

/** Says that a search finds nothing; a screen reader hears it as soon as it is so. */
export function NothingFound({ things, when }: { things: string; when: boolean }) {
  return (
    <p role="status" className="text-center text-ink-soft">
      {when && <span className="block py-12">No {things} match your search.</span>}
    </p>
  );
}
