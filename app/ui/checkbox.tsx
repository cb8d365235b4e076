type CheckboxProps = {
  label: string;
  /** Only a screen reader has the label's words. */
  labelHidden?: boolean;
  checked: boolean;
  /** Some of what the box stands for is chosen, not all of it. */
  partly?: boolean;
  onChange: (checked: boolean) => void;
};

/** A box to tick, large enough for a finger. */
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
        className="size-5 shrink-0 accent-barn"
      />
      <span className={labelHidden ? 'sr-only' : ''}>{label}</span>
    </label>
  );
}
