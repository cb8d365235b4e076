import { useEffect, useRef, useState } from 'react';

/** How long the typing must rest, in milliseconds. */
const typingRests = 300;

type InboxSearchProps = {
  /** What is searched, in the plural. */
  things: string;
  /** The search that is in sight. */
  value: string;
  onSearch: (search: string) => void;
};

/** Where the words are typed that an inbox is narrowed by, once the typing rests. */
export function InboxSearch({ things, value, onSearch }: InboxSearchProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);

  // Back, a link or another tab of the inbox may bring another search.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (text === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = text;
      onSearch(text);
    }, typingRests);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  return (
    <input
      type="search"
      aria-label={`Search ${things}`}
      placeholder={`Search ${things}`}
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className="block min-h-11 w-full rounded-md border border-line-firm bg-sheet px-3.5 py-2 placeholder:text-ink-soft sm:max-w-sm"
    />
  );
}
