import { SearchInput } from '../lists/search-input.tsx';
import { useSettledText } from '../lists/use-settled-text.ts';

type InboxSearchProps = {
  /** What is searched, in the plural. */
  things: string;
  /** The search that is in sight. */
  value: string;
  onSearch: (search: string) => void;
};

/** Where the words are typed that an inbox is narrowed by, once the typing rests. */
export function InboxSearch({ things, value, onSearch }: InboxSearchProps) {
  const [typed, setTyped] = useSettledText(value, onSearch);
  return <SearchInput things={things} value={typed} onChange={setTyped} />;
}
