type ActiveSwitchProps = {
  active: boolean;
  /** Which record it belongs to, for the switch's full name. */
  what: string;
  /** While the change is being stored. */
  busy: boolean;
  onToggle: () => void;
};

/** Switches a record between Active and Inactive. */
export function ActiveSwitch({ active, what, busy, onToggle }: ActiveSwitchProps) {
  const state = active ? 'Active' : 'Inactive';
  return (
    <button
      type="button"
      role="switch"
      aria-checked={active}
      aria-label={`${state}: ${what}`}
      aria-disabled={busy}
      onClick={onToggle}
      className="group inline-flex aria-disabled:cursor-progress aria-disabled:opacity-60 min-h-11 items-center gap-2.5 pr-2 font-medium"
    >
      <span
        aria-hidden
        className="flex h-6 w-11 rounded-full border border-line-firm bg-paper p-0.5 group-hover:border-ink group-aria-checked:justify-end group-aria-checked:border-moss group-aria-checked:bg-moss"
      >
        <span className="aspect-square h-full rounded-full bg-line-firm group-aria-checked:bg-white" />
      </span>
      {state}
    </button>
  );
}
