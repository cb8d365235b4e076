import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

type PanelProps = {
  label: string;
  /** True while typed input is not in the text yet. */
  isPending: boolean;
  onPending: (isPending: boolean) => void;
  /** Inserts the input; returns false if it is invalid. */
  onApply: () => boolean;
  onClose: () => void;
  children: ReactNode;
};

export function Panel({ label, isPending, onPending, onApply, onClose, children }: PanelProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null);

  useEffect(() => {
    onPending(isPending);
    return () => onPending(false);
  }, [isPending, onPending]);

  // Saving the text applies the input of the panel.
  const applyPending = useEffectEvent(() => !isPending || onApply());
  useEffect(() => {
    const form = fieldset.current?.form;
    const submit = (event: SubmitEvent) => {
      if (applyPending()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    form?.addEventListener('submit', submit, { capture: true });
    return () => form?.removeEventListener('submit', submit, { capture: true });
  }, []);

  function keyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      // The dialog around the editor stays open.
      event.preventDefault();
      onClose();
    }
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      onApply();
    }
  }

  return (
    <fieldset
      ref={fieldset}
      aria-label={label}
      onKeyDown={keyDown}
      className="space-y-3 border-line border-b bg-paper p-3.5"
    >
      {children}
    </fieldset>
  );
}
