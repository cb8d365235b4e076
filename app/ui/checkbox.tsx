import type { ReactNode } from 'react';

type CheckboxProps = {
  label: ReactNode;
  labelHidden?: boolean;
  checked: boolean;
  partly?: boolean;
  onChange: (checked: boolean) => void;
};

export function Checkbox({ label, labelHidden, checked, partly, onChange }: CheckboxProps) {
  return (
    <label className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2">
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = partly === true && !checked;
        }}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-brand"
      />
      <span className={labelHidden ? 'sr-only' : ''}>{label}</span>
    </label>
  );
}
