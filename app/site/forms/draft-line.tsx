type DraftLineProps = {
  state: 'kept' | 'cleared' | undefined;
  onStartOver: () => void;
  onUndo: () => void;
};

/** Says that what was typed earlier is back, and lets the visitor start over, or not after all. */
export function DraftLine({ state, onStartOver, onUndo }: DraftLineProps) {
  return (
    <div role="status" className="empty:absolute">
      {state && (
        <p className="flex flex-wrap items-center gap-x-3 text-ink-soft">
          {state === 'kept' ? 'We kept what you had typed.' : 'The form is empty again.'}
          <button
            type="button"
            onClick={state === 'kept' ? onStartOver : onUndo}
            className="drawn-link min-h-11 font-semibold text-ink"
          >
            {state === 'kept' ? 'Start over' : 'Undo'}
          </button>
        </p>
      )}
    </div>
  );
}
