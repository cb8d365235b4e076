import { memo } from 'react';
import { designFormFields } from '../design-form.ts';
import type { FieldGroup } from '../design-notice.tsx';
import type { Designer } from './use-designer.ts';

export const designFormId = 'design-form';

export const control =
  'block w-full min-h-11 rounded-md border border-line-firm bg-sheet px-3 py-1.5 leading-tight';

/** Applies what differs in the form. Its rows of openings apply themselves, and may show an earlier design. */
export function applyForm(
  { applyFields }: Pick<Designer, 'applyFields'>,
  form: HTMLFormElement | null,
  group?: FieldGroup,
  subject?: string,
): void {
  if (!form) return;
  const fields = readFields(form);
  fields.delete(designFormFields.opening);
  applyFields(fields, group, subject);
}

function readFields(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) fields.append(name, String(value));
  return fields;
}

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
