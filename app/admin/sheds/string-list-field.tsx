import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { addEntry } from '#app/domain/sheds/shed-form.ts';
import { Button } from '#app/ui/button.tsx';

type StringList = { added: string[]; typed: string };

type StringListFieldProps = {
  label: string;
  entryName: string;
  value: StringList;
  onChange: (value: StringList) => void;
  error?: string | undefined;
};

export function StringListField({
  label,
  entryName,
  value: { added, typed },
  onChange,
  error,
}: StringListFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  function add() {
    onChange({ added: addEntry(added, typed), typed: '' });
    input.current?.focus();
  }

  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-semibold text-[0.9375rem] leading-snug">
        {label} <span className="font-normal text-ink-soft">(optional)</span>
      </label>
      <div className="flex gap-2">
        <input
          ref={input}
          id={id}
          value={typed}
          maxLength={200}
          enterKeyHint="enter"
          autoComplete="off"
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange({ added, typed: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
          className="block min-h-12 w-full min-w-0 rounded-md border border-line-firm bg-sheet px-3.5 py-2"
        />
        <Button variant="secondary" className="shrink-0 px-4" onClick={add}>
          <Plus aria-hidden className="size-5" />
          Add<span className="sr-only"> {entryName}</span>
        </Button>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 font-medium text-barn text-sm leading-snug">
          {error}
        </p>
      )}
      {added.length > 0 && (
        <ul aria-label={label} className="mt-2 divide-y divide-line border border-line">
          {added.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal and have no state
            <li key={index} className="flex min-h-11 items-center justify-between gap-3 pl-3.5">
              <span className="min-w-0 py-2 leading-snug [overflow-wrap:anywhere]">{entry}</span>
              <button
                type="button"
                aria-label={`Remove ${entry}`}
                title="Remove"
                onClick={() => {
                  onChange({ added: added.filter((_entry, place) => place !== index), typed });
                  input.current?.focus();
                }}
                className="grid size-11 shrink-0 place-items-center text-ink-soft hover:bg-pine hover:text-ink focus-visible:outline-2 focus-visible:outline-offset-[-2px]"
              >
                <X aria-hidden className="size-5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
