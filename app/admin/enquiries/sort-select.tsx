import { useId } from 'react';
import type { InboxLabels } from './inbox-labels.ts';

type SortSelectProps = {
  sorts: InboxLabels['sorts'];
  sort: string;
  descending: boolean;
  onChange: (change: { sort: string; descending: boolean }) => void;
};

/** The order of a list as one choice, for screens without columns to click on. */
export function SortSelect({ sorts, sort, descending, onChange }: SortSelectProps) {
  const id = useId();
  return (
    <div className="flex w-full min-w-0 items-center gap-2 sm:w-auto xl:hidden">
      <label htmlFor={id} className="shrink-0 text-ink-soft">
        Sort by
      </label>
      <select
        id={id}
        value={`${sort} ${descending ? 'desc' : 'asc'}`}
        onChange={(event) => {
          const [key = '', direction] = event.target.value.split(' ');
          onChange({ sort: key, descending: direction === 'desc' });
        }}
        className="select-arrow min-h-11 w-full min-w-0 rounded-md border border-line-firm bg-sheet py-2 pl-3.5"
      >
        {sorts.map(({ key, label, ascending, descending: falling }) => (
          <optgroup key={key} label={label}>
            <option value={`${key} desc`}>{`${label}: ${falling}`}</option>
            <option value={`${key} asc`}>{`${label}: ${ascending}`}</option>
          </optgroup>
        ))}
      </select>
    </div>
  );
}
