import { type RefObject, useEffect } from 'react';

type Popup = RefObject<HTMLElement | null>;

const popups: Popup[] = [];

const focusable =
  'a[href],button,input:not([type=hidden]),select,textarea,summary,iframe,audio[controls],video[controls],[tabindex],[contenteditable]:not([contenteditable=false])';

/**
 * Moves the focus from the last element of a modal dialog to its first, and back. Base UI does so in
 * the next frame, so that a second Tab before it leaves the dialog.
 */
export function useFocusTrap(open: boolean, popup: Popup): void {
  useEffect(() => {
    if (!open) return;
    if (popups.length === 0) document.addEventListener('keydown', handleTab, { capture: true });
    popups.push(popup);
    return () => {
      popups.splice(popups.indexOf(popup), 1);
      if (popups.length === 0) {
        document.removeEventListener('keydown', handleTab, { capture: true });
      }
    };
  }, [open, popup]);
}

function handleTab(event: KeyboardEvent): void {
  if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
  const popup = popups.at(-1)?.current;
  const focused = document.activeElement;
  // F6 leads to the toasts, which are outside.
  if (!popup || focused?.closest('[data-toasts]')) return;
  const elements = [...popup.querySelectorAll<HTMLElement>(focusable)].filter(isTabbable);
  const [first] = elements;
  const last = elements.at(-1);
  const isInside = popup.contains(focused) && focused !== popup;
  if (event.shiftKey ? isInside && focused !== first : isInside && !isSameStop(focused, last))
    return;
  // A text editor may handle Tab itself, but not at the edge of the dialog.
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

function isTabbable(element: HTMLElement): boolean {
  return (
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    !element.closest('[inert]') &&
    isVisible(element)
  );
}

/** Safari has `checkVisibility` since version 17.4. */
const isVisible = (element: HTMLElement) =>
  element.checkVisibility?.({ visibilityProperty: true }) ??
  (element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible');

/** Tab leaves a group of radio buttons from any of them. */
function isSameStop(focused: Element | null, last: Element | undefined): boolean {
  if (focused === last) return true;
  const isRadio = (element: unknown) =>
    element instanceof HTMLInputElement && element.type === 'radio' ? element : undefined;
  const name = isRadio(focused)?.name;
  return name !== undefined && name !== '' && name === isRadio(last)?.name;
}
