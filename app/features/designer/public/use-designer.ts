import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import type { DesignChange } from '#drawing/design/design-change.ts';
import {
  BUILT_IN_CARD,
  type ColorCard,
  type DesignOpening,
  type ShedDesign,
} from '#drawing/design/shed-design.ts';
import { describeChange } from '../describe-change.ts';
import {
  applyDesignForm,
  chooseDesign,
  designFormFields,
  type FieldGroup,
  toOpeningParams,
} from '../design-form.ts';
import type { DesignNotice } from '../design-notice.tsx';
import {
  type DesignView,
  findUnknownView,
  formatDesignQuery,
  getDesignUrl,
  parseDesignView,
} from '../design-view.ts';
import { parseOfferedDesign, type Withdrawn } from '../offer.ts';
import type { Visit } from './use-visit.ts';

/** The shop's colours, in which the page shows designs. */
export const ColorCardContext = createContext(BUILT_IN_CARD);

/** Changes of one thing that follow each other within this time are one step of the history. */
const sameStepMs = 1500;

export type Designer = {
  design: ShedDesign;
  view: DesignView;
  search: string;
  notice: DesignNotice;
  withdrawn: Withdrawn;
  /**
   * Shows the design of the form's fields, as a step of the browser's history. What would remove an
   * opening or extra of its own group, or an opening for an extra, is refused.
   * @param subject changes of the same subject that follow each other are one step
   * @returns false if it was refused
   */
  applyFields(fields: URLSearchParams, group?: FieldGroup, subject?: string): boolean;
  /** Shows the current design with other openings, as `applyFields` does. */
  applyOpenings(openings: readonly DesignOpening[], subject?: string): boolean;
};

/** `hasEntry` tells whether the history has an entry for it that further changes replace. */
type Step = { subject: string; time: number; url: string; hasEntry: boolean };

const noStep: Step = { subject: '', time: 0, url: '', hasEntry: false };

type State = { notice?: DesignNotice };

const neverChanges = () => () => {};

type Parsed = Pick<Designer, 'design' | 'view' | 'search'> & {
  changes: readonly DesignChange[];
};

const loadSideEffects = () => import('../side-effects.ts');

/** Lists the side effects of a change; none if the script cannot be loaded. @param form undefined for openings */
async function listEffects(
  before: ShedDesign,
  { design, view, changes }: Pick<Parsed, 'design' | 'view' | 'changes'>,
  form: URLSearchParams | undefined,
  card: ColorCard,
): Promise<string[]> {
  try {
    const { describeSideEffects, findChoices } = await loadSideEffects();
    const choices = form ? findChoices(form) : (['openings'] as const);
    return describeSideEffects(before, design, { choices, changes, units: view.units, card });
  } catch {
    return [];
  }
}

export type DesignHistory = Pick<Visit, 'canUndo' | 'canRedo'> & {
  /** Shows the former (-1) or next (1) design, after the change that is still loading. */
  step(step: -1 | 1): void;
};

/**
 * The design of the URL. While its price loads, the design that was chosen is shown already.
 * @param effects what followed from a form that was sent without scripts
 */
export function useDesigner(
  withdrawn: Withdrawn,
  effects: readonly string[],
  visit: Visit,
): { designer: Designer; history: DesignHistory } {
  const navigate = useNavigate();
  const card = useContext(ColorCardContext);
  const current = useLocation();
  const next = useNavigation().location;
  // The router updates its state in a transition: a key that follows would change the former design.
  const [applied, setApplied] = useState<Parsed & { state: State }>();
  const [refusal, setRefusal] = useState<DesignNotice>();
  const isHere = !next || next.pathname === current.pathname;
  const target = next && isHere ? next : current;
  const awaitedSearch = useRef<string>(undefined);
  const latest = useRef<Parsed>(undefined);
  const settledKey = useRef(current.key);
  const lastStep = useRef<Step>(noStep);
  const queuedStep = useRef<-1 | 1>(undefined);
  const routed = useMemo(
    () =>
      latest.current?.search === target.search ? latest.current : parse(target.search, withdrawn),
    [target.search, withdrawn],
  );
  const { design, view, search, changes } = applied && isHere ? applied : routed;
  // The server does not know the history's state, which a reload retains.
  const routedState: unknown = useSyncExternalStore(
    neverChanges,
    () => target.state,
    () => null,
  );
  const state = applied && isHere ? applied.state : routedState;

  useEffect(() => {
    const onPop = () => {
      awaitedSearch.current = undefined;
      lastStep.current = noStep;
    };
    // Before the router handles it.
    addEventListener('popstate', onPop, { capture: true });
    return () => removeEventListener('popstate', onPop, { capture: true });
  }, []);

  useEffect(() => void loadSideEffects().catch(() => undefined), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation has ended, this or another one
  useEffect(() => {
    if (settledKey.current === current.key) return;
    settledKey.current = current.key;
    if (awaitedSearch.current && awaitedSearch.current !== current.search) return;
    awaitedSearch.current = undefined;
    setApplied(undefined);
    setRefusal(undefined);
    if (queuedStep.current) go(queuedStep.current);
    queuedStep.current = undefined;
  }, [current.key]);
  const { canUndo, canRedo, go } = visit;
  const step = useCallback(
    (step: -1 | 1) => {
      // The entry of a change is added when its page has loaded.
      if (awaitedSearch.current) queuedStep.current = step;
      else go(step);
    },
    [go],
  );

  const shown = useRef({ design, view });
  useLayoutEffect(() => {
    shown.current = { design, view };
  }, [design, view]);

  const apply = useCallback(
    (
      params: URLSearchParams,
      form: URLSearchParams | undefined,
      group?: FieldGroup,
      subject = '',
    ) => {
      const { refusals, ...parsed } = chooseDesign(params, withdrawn, group, subject);
      const view = parseDesignView(params);
      const now = performance.now();
      setRefusal(
        refusals.length > 0
          ? { messages: refusals, group, subject, isRefusal: true, time: now }
          : undefined,
      );
      if (refusals.length > 0) return false;
      const url = getDesignUrl(parsed.design, view);
      const search = url.slice(url.indexOf('?'));
      const isShown = search === (awaitedSearch.current ?? location.search);
      if (isShown && parsed.changes.length === 0) return true;
      const last = lastStep.current;
      const isSameStep = subject !== '' && subject === last.subject && now - last.time < sameStepMs;
      // An entry is added when its page has loaded: what replaces an earlier one would take its place.
      const hasEntry = last.hasEntry || location.pathname + location.search === last.url;
      lastStep.current = { subject, time: now, url, hasEntry: isSameStep && hasEntry };
      const messages = parsed.changes.map((change) => describeChange(change, view.units, card));
      const state: State = { notice: { messages, group, subject, time: now } };
      const before = shown.current.design;
      latest.current = {
        design: parsed.design,
        view,
        search,
        changes: [],
      };
      setApplied({ ...latest.current, state });
      awaitedSearch.current = latest.current.search;
      afterFrame(async () => {
        const effects = await listEffects(before, { ...parsed, view }, form, card);
        const complete = { notice: { ...state.notice, messages: [...messages, ...effects] } };
        if (effects.length > 0) {
          setApplied((now) => (now?.state === state ? { ...now, state: complete } : now));
        }
        navigate(url, {
          preventScrollReset: true,
          replace: isSameStep && hasEntry,
          state: complete,
        });
      });
      return true;
    },
    [navigate, withdrawn, card],
  );
  const applyFields = useCallback(
    (fields: URLSearchParams, group?: FieldGroup, subject?: string) => {
      const { deliveryKm } = shown.current.view;
      // Its field is with the price, which React may be rendering anew.
      if (deliveryKm !== undefined && !fields.has('delivery'))
        fields.set('delivery', `${deliveryKm}`);
      return apply(applyDesignForm(fields, withdrawn), fields, group, subject);
    },
    [apply, withdrawn],
  );
  const applyOpenings = useCallback(
    (openings: readonly DesignOpening[], subject?: string) =>
      apply(toOpeningParams(shown.current, openings), undefined, 'openings', subject),
    [apply],
  );
  const designer = useMemo(() => {
    const describe = (change: DesignChange) => describeChange(change, view.units, card);
    const notice = refusal ??
      (state as State | null)?.notice ?? { messages: [...changes.map(describe), ...effects] };
    return { design, view, search, notice, withdrawn, applyFields, applyOpenings };
  }, [
    design,
    view,
    search,
    state,
    changes,
    effects,
    refusal,
    withdrawn,
    card,
    applyFields,
    applyOpenings,
  ]);
  const isLoading = applied !== undefined;
  return {
    designer,
    history: { canUndo: canUndo || isLoading, canRedo: canRedo && !isLoading, step },
  };
}

function parse(search: string, withdrawn: Withdrawn): Parsed {
  const params = new URLSearchParams(search);
  const { design, changes } = parseOfferedDesign(params, withdrawn);
  const view = parseDesignView(params);
  return {
    design,
    view,
    search: `?${formatDesignQuery(design, view)}`,
    changes: [...changes, ...findUnknownView(params)],
  };
}

/** Returns a value a frame late, so that what it renders does not delay a change. @param isUrgent returns it at once */
export function useAfterFrame<Value>(value: Value, isUrgent = false): Value {
  const [followed, setFollowed] = useState(value);
  const latest = useRef(value);
  if (isUrgent && followed !== value) setFollowed(value);
  useEffect(() => {
    if (latest.current === value) return;
    latest.current = value;
    if (!isUrgent) afterFrame(() => startTransition(() => setFollowed(latest.current)));
  }, [value, isUrgent]);
  return followed;
}

/** Work that can wait until a change is on the screen: the next frame begins when this one is. */
const afterFrame = (run: () => void) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(run)));

export const designFormId = 'design-form';
/** The element for the buttons of the view that turns. */
export const viewToolbarId = 'view-toolbar';

/** Applies what differs in the form. Its rows of openings apply themselves, and may show an earlier design. */
export function applyForm(
  { applyFields }: Pick<Designer, 'applyFields'>,
  form: HTMLFormElement | null,
  group?: FieldGroup,
  subject?: string,
): void {
  if (!form) return;
  const fields = readFields(form);
  fields.delete(designFormFields.opening);
  applyFields(fields, group, subject);
}

/** The text fields of a form, as its GET request sends them. */
export function readFields(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) fields.append(name, String(value));
  return fields;
}
