import { useId } from 'react';

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
