import type { KeyboardEvent, ReactNode } from 'react';

type PanelProps = {
  label: string;
  onEnter: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function Panel({ label, onEnter, onClose, children }: PanelProps) {
  function keyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      // The dialog around the editor stays open.
      event.preventDefault();
      onClose();
    }
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      onEnter();
    }
  }

  return (
    <fieldset
      aria-label={label}
      onKeyDown={keyDown}
      className="space-y-3 border-line border-b bg-paper p-3.5"
    >
      {children}
    </fieldset>
  );
}
