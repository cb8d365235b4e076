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
import { UnsavedGuardContext, type UnsavedGuardProps } from '#app/ui/unsaved-guard.ts';

type Guard = {
  id: string;
  isUnsaved: () => boolean;
  isLeaving: (current: Location, next: Location) => boolean;
};

type Guards = {
  add: (guard: Guard) => () => void;
  hasUnsaved: () => boolean;
  askingId: string | undefined;
  stay: () => void;
  leave: () => void;
  getDestination: () => string | undefined;
};

const GuardsContext = createContext<Guards | null>(null);

function useGuards(): Guards {
  const guards = useContext(GuardsContext);
  if (!guards) throw new Error('Unsaved input needs an UnsavedInputProvider');
  return guards;
}

/**
 * Renders the only blocker that the router supports. It must exist before anything is typed: a blocker
 * added with the first character comes too late for Back.
 */
export function UnsavedInputProvider({ children }: { children: ReactNode }) {
  const [guards] = useState(() => new Set<Guard>());
  const [askingId, setAskingId] = useState<string>();
  const destination = useRef<string>(undefined);
  const getDestination = useCallback(() => destination.current, []);

  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) => {
      const guard = [...guards].findLast(
        ({ isUnsaved, isLeaving }) => isUnsaved() && isLeaving(currentLocation, nextLocation),
      );
      setAskingId(guard?.id);
      if (!guard) destination.current = nextLocation.pathname;
      return guard !== undefined;
    },
    [guards],
  );
  const { state, location, reset, proceed } = useBlocker(shouldBlock);

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
      leave() {
        destination.current = location?.pathname;
        proceed?.();
      },
      getDestination,
    }),
    [guards, hasUnsaved, state, askingId, location, reset, proceed, getDestination],
  );
  return (
    <GuardsContext value={value}>
      <UnsavedGuardContext value={UnsavedInput}>{children}</UnsavedGuardContext>
    </GuardsContext>
  );
}

export const useHasUnsavedInput = () => useGuards().hasUnsaved;

/** The path of the latest navigation that was not blocked; its screen may not be rendered yet. */
export const useDestination = () => useGuards().getDestination;

type Question = { title: string; confirmLabel: string; cancelLabel: string; text: string };

const discardQuestion: Question = {
  title: 'Discard your changes?',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  text: "Your changes haven't been saved.",
};

type UnsavedInputProps = UnsavedGuardProps & { question?: Question };

/** Guards input on a screen. A `Dialog` guards its own, see `hasUnsavedInput`. */
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
          differ(['edit'], current.search, next.search) ||
          (inDialog && differ(dialogParams, current.search, next.search)),
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

function differ(names: string[], one: string, other: string): boolean {
  const [left, right] = [new URLSearchParams(one), new URLSearchParams(other)];
  return names.some((name) => left.get(name) !== right.get(name));
}

const dialogParams = ['panel', 'open', 'preview', 'design'];

export function useUnloadWarning(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [when]);
}
