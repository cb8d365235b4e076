import { Redo2, Undo2 } from 'lucide-react';
import { type ComponentProps, useEffect } from 'react';
import { SiteLink } from '#app/site/page-parts.tsx';
import { findHistoryStep } from '../history-shortcuts.ts';
import type { DesignHistory } from './use-designer.ts';

type HistoryButtonsProps = DesignHistory & {
  /** Where the visit began, or the gallery. */
  startUrl: string;
};

/** A button in a layer over the view that lets drags through. */
const viewButton =
  'pointer-events-auto inline-flex min-h-11 items-center justify-center rounded-md border border-ink bg-paper/90 font-semibold hover:bg-ink hover:text-white';

/** Undo, redo and the way back to the start, over the view, which stays on the screen of a phone. */
export default function HistoryButtons({ canUndo, canRedo, step, startUrl }: HistoryButtonsProps) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const asked = findHistoryStep(event);
      if (!asked || !(asked < 0 ? canUndo : canRedo)) return;
      event.preventDefault();
      step(asked);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [canUndo, canRedo, step]);
  return (
    <div className="pointer-events-none absolute inset-x-2 top-2 flex justify-end gap-2 print:hidden">
      <div className="mr-auto hidden gap-2 scripting:flex">
        <StepButton label="Undo" shortcut="Control+Z" isPossible={canUndo} onClick={() => step(-1)}>
          <Undo2 {...icon} />
        </StepButton>
        <StepButton
          label="Redo"
          shortcut="Control+Shift+Z"
          isPossible={canRedo}
          onClick={() => step(1)}
        >
          <Redo2 {...icon} />
        </StepButton>
      </div>
      <SiteLink to={startUrl} className={`${viewButton} px-3`}>
        Start over
      </SiteLink>
    </div>
  );
}

const icon = { 'aria-hidden': true, className: 'size-5' } as const;

type StepButtonProps = ViewButtonProps & { shortcut: string };

function StepButton({ shortcut, ...props }: StepButtonProps) {
  return (
    <ViewButton
      title={`${props.label} (${shortcut.replace('Control', 'Ctrl')})`}
      aria-keyshortcuts={shortcut}
      {...props}
    />
  );
}

type ViewButtonProps = ComponentProps<'button'> & { label: string; isPossible?: boolean };

/** A square button over the view. It keeps the focus when there is nothing more for it to do. */
export function ViewButton({ label, isPossible = true, onClick, ...props }: ViewButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={!isPossible}
      onClick={isPossible ? onClick : undefined}
      className={`${viewButton} w-11 aria-disabled:cursor-not-allowed aria-disabled:border-line-firm aria-disabled:bg-paper/90 aria-disabled:text-line-firm aria-pressed:bg-ink aria-pressed:text-white`}
      {...props}
    />
  );
}
