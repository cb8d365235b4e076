import { memo } from 'react';

export const control =
  'block w-full min-h-11 rounded-md border border-line-firm bg-sheet px-3 py-1.5 leading-tight';

export type Option = readonly [value: string, label: string];

export const toOptions = (list: readonly string[], labels: Record<string, string> = {}): Option[] =>
  list.map((name) => [name, labels[name] ?? name]);

export const Options = memo(({ options }: { options: readonly Option[] }) =>
  options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  )),
);
