import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type BlockerFunction, type Location, useBlocker } from 'react-router';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { hasOtherDialogs } from '../lists/use-url-params.ts';

type Guard = {
  id: string;
  isUnsaved: () => boolean;
  isLeaving: (current: Location, next: Location) => boolean;
};

type Guards = {
  add: (guard: Guard) => () => void;
  hasUnsaved: () => boolean;
  /** The guard whose question is shown. */
  askingId: string | undefined;
  stay: () => void;
  leave: () => void;
};

const GuardsContext = createContext<Guards | null>(null);

function useGuards(): Guards {
  const guards = useContext(GuardsContext);
  if (!guards) throw new Error('Unsaved input needs an UnsavedInputProvider');
  return guards;
}

/**
 * Holds the only blocker, which the router supports. It is there before anything is typed: one that
 * is added with the first character comes too late for a Back right after it.
 */
export function UnsavedInputProvider({ children }: { children: ReactNode }) {
  const [guards] = useState(() => new Set<Guard>());
  const [askingId, setAskingId] = useState<string>();

  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) => {
      const guard = [...guards].findLast(
        ({ isUnsaved, isLeaving }) => isUnsaved() && isLeaving(currentLocation, nextLocation),
      );
      setAskingId(guard?.id);
      return guard !== undefined;
    },
    [guards],
  );
  const { state, reset, proceed } = useBlocker(shouldBlock);

  const hasUnsaved = useCallback(() => [...guards].some(({ isUnsaved }) => isUnsaved()), [guards]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasUnsaved]);

  const value = useMemo(
    () => ({
      add(guard: Guard) {
        guards.add(guard);
        return () => void guards.delete(guard);
      },
      hasUnsaved,
      askingId: state === 'blocked' ? askingId : undefined,
      stay: () => reset?.(),
      leave: () => proceed?.(),
    }),
    [guards, hasUnsaved, state, askingId, reset, proceed],
  );
  return <GuardsContext value={value}>{children}</GuardsContext>;
}

/** Whether something would be lost, such as at signing out. */
export const useHasUnsavedInput = () => useGuards().hasUnsaved;

type Question = { title: string; confirmLabel: string; cancelLabel: string; text: string };

const discardQuestion: Question = {
  title: 'Discard your changes?',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  text: 'What you have entered here has not been saved.',
};

type UnsavedInputProps = {
  when: boolean | (() => boolean);
  /** Whether the input is in a dialog that the URL shows, and Back closes. */
  inDialog?: boolean;
  question?: Question;
};

/** Asks before another screen, or another page, takes the place of unsaved input. */
export function UnsavedInput({
  when,
  inDialog = false,
  question = discardQuestion,
}: UnsavedInputProps) {
  const id = useId();
  const { add, askingId, stay, leave } = useGuards();
  const latest = useRef(when);
  useLayoutEffect(() => {
    latest.current = when;
  });
  useEffect(
    () =>
      add({
        id,
        isUnsaved: () => (typeof latest.current === 'function' ? latest.current() : latest.current),
        isLeaving: (current, next) =>
          current.pathname !== next.pathname ||
          (inDialog && hasOtherDialogs(current.search, next.search)),
      }),
    [add, id, inDialog],
  );

  return (
    <ConfirmDialog
      open={askingId === id}
      title={question.title}
      confirmLabel={question.confirmLabel}
      cancelLabel={question.cancelLabel}
      closeOnBack={false}
      onClose={stay}
      onConfirm={leave}
    >
      {question.text}
    </ConfirmDialog>
  );
}

/** Asks before the tab is closed. */
export function useUnloadWarning(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [when]);
}
