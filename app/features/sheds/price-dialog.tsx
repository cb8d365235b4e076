import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { openedQueryOptions } from '#app/admin/query-client.ts';
import { SmallField, SmallSelect } from '#app/admin/records/record-fields.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { isUnanswered } from '#app/lib/crud.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { formatPrice } from '#app/lib/prices.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import {
  findUsualStep,
  type PriceChange,
  type PriceProposal,
  type PriceStep,
  parsePercent,
  percentLimits,
  priceSteps,
  raisePrice,
  reverseChanges,
} from './price-change.ts';
import { changeShedPrices, listShedPrices } from './shed-listings.ts';

type PriceDialogProps = {
  title: string;
  intro: ReactNode;
  controls: ReactNode;
  /** Undefined until they are loaded. */
  proposals: PriceProposal[] | undefined;
  /** Whether something was entered in the controls. */
  hasInput?: boolean;
  /** Replaces the list. */
  message?: string | undefined;
  /** Why nothing can be changed yet. */
  getError?: () => string | undefined;
  initialFocus?: { current: HTMLElement | null } | undefined;
  finalFocus?: (() => HTMLElement | null) | undefined;
  onClose: () => void;
};

/** Shows the old and new price of each listing and changes the selected ones in one transaction. */
export function PriceDialog(props: PriceDialogProps) {
  const { title, intro, controls, proposals = [], hasInput = false } = props;
  const { message, getError, onClose } = props;
  const formId = useId();
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<string>();
  // The next call must be the same call, so the form can't be changed any more.
  const [isRepeating, setRepeating] = useState(false);
  const change = usePriceChange();
  const ticked = proposals.filter(({ id }) => !unticked.has(id));
  const changes = ticked.flatMap(({ id, from, to }) =>
    to === undefined || to === from ? [] : [{ id, from, to }],
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    const reason = getError?.() ?? (changes.length === 0 ? 'No prices would change.' : undefined);
    setError(reason);
    if (reason || change.isPending) return;
    change.mutate(changes, {
      onSuccess: onClose,
      onError(error) {
        if (isUnanswered(error)) setRepeating(true);
        setError(explainFailure(error));
      },
    });
  }

  const toggle = (id: string) => {
    const next = new Set(unticked);
    if (!next.delete(id)) next.add(id);
    setUnticked(next);
    setError(undefined);
  };

  return (
    <Dialog
      open
      size="lg"
      title={title}
      hasUnsavedInput={hasInput || unticked.size > 0}
      onClose={onClose}
      initialFocus={props.initialFocus}
      finalFocus={props.finalFocus}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
          <p role="alert" className="mr-auto font-medium text-barn empty:hidden">
            {error}
          </p>
          <DialogClose>{message ? 'Close' : 'Cancel'}</DialogClose>
          {!message && (
            <Button type="submit" form={formId} disabled={change.isPending}>
              {change.isPending ? 'Changing...' : `Change ${pluralize(changes.length, 'Price')}`}
            </Button>
          )}
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} onChange={() => setError(undefined)}>
        <div className="mb-4 text-ink-soft">{intro}</div>
        <fieldset disabled={isRepeating} className="min-w-0">
          {/* While the listings load, too: the first field has the focus. */}
          {proposals.length > 0 || props.proposals === undefined ? controls : null}
          {message ? (
            <p className="py-2">{message}</p>
          ) : (
            <>
              <div className="-ml-3 mt-2">
                <Checkbox
                  label={`${ticked.length} of ${proposals.length} selected`}
                  checked={ticked.length === proposals.length}
                  partly={ticked.length > 0}
                  onChange={(checked) => {
                    setError(undefined);
                    setUnticked(new Set(checked ? [] : proposals.map(({ id }) => id)));
                  }}
                />
              </div>
              <ul className="divide-y divide-line border-line border-t">
                {proposals.map((proposal) => (
                  <ProposalItem
                    key={proposal.id}
                    proposal={proposal}
                    isTicked={!unticked.has(proposal.id)}
                    onToggle={() => toggle(proposal.id)}
                  />
                ))}
              </ul>
            </>
          )}
        </fieldset>
      </form>
    </Dialog>
  );
}

type ProposalItemProps = { proposal: PriceProposal; isTicked: boolean; onToggle: () => void };

function ProposalItem({ proposal, isTicked, onToggle }: ProposalItemProps) {
  const { title, note, from, to } = proposal;
  const isChanged = isTicked && to !== undefined && to !== from;
  return (
    <li>
      <label className="grid min-h-12 cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 leading-snug hover:bg-pine">
        <input
          type="checkbox"
          checked={isTicked}
          onChange={onToggle}
          className="size-5 accent-brand"
        />
        <span className="[overflow-wrap:anywhere]">
          {title}
          {note && <span className="text-ink-soft text-sm"> ({note})</span>}
        </span>
        <span className="flex flex-wrap items-center justify-end gap-x-2 pr-1">
          <span className={`money ${isChanged ? 'text-ink-soft' : ''}`}>{formatPrice(from)}</span>
          {isChanged && (
            <span className="flex items-center gap-2">
              <ArrowRight aria-hidden className="size-4 text-ink-soft" />
              <span className="sr-only">becomes</span>
              <span className="money font-semibold">{formatPrice(to)}</span>
            </span>
          )}
        </span>
      </label>
    </li>
  );
}

const toastKey = 'shed_listings prices';

/** Changes prices, with Undo. Listings whose price someone else changed in between keep that price. */
function usePriceChange() {
  const client = useAdminClient();
  const toasts = useToasts();

  const undo = useMutation({
    mutationKey: ['shed_listings'],
    mutationFn: (changes: PriceChange[]) => changeShedPrices(client, changes),
    onSuccess: (ids, changes) =>
      toasts.news(describeOutcome(ids, changes, 'changed back'), { key: toastKey }),
    onError: (error, changes) =>
      toasts.error(explainFailure(error, ' back'), {
        key: toastKey,
        action: { label: 'Try again', run: () => undo.mutate(changes) },
      }),
  });
  return useMutation({
    mutationKey: ['shed_listings'],
    mutationFn: (changes: PriceChange[]) => changeShedPrices(client, changes),
    onSuccess(ids, changes) {
      const message = describeOutcome(ids, changes, 'changed');
      if (ids.length === 0) toasts.error(message, { key: toastKey });
      else toasts.undoable(message, () => undo.mutate(reverseChanges(changes, ids)), toastKey);
    },
  });
}

export function explainFailure(error: unknown, suffix = ''): string {
  return isUnanswered(error)
    ? "The server didn't respond. It's safe to try again."
    : `Couldn't change the prices${suffix}. Please try again.`;
}

function describeOutcome(ids: string[], changes: PriceChange[], what: string): string {
  const done = `${pluralize(ids.length, 'price')} ${what}.`;
  const skipped = changes.length - ids.length;
  if (skipped === 0) return done;
  const kept = skipped === 1 ? '1 was' : `${skipped} were`;
  return `${done} ${kept} skipped because someone else changed the price.`;
}

type PercentDialogProps = {
  /** The listings to change; undefined for all. */
  ids: ReadonlySet<string> | undefined;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

export default function PercentDialog({ ids, onClose, finalFocus }: PercentDialogProps) {
  const client = useAdminClient();
  const percentField = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [chosenStep, setStep] = useState<PriceStep>();
  const [isTouched, setTouched] = useState(false);
  const { data, isError } = useQuery({
    ...openedQueryOptions('shed_listings', 'prices'),
    queryFn: () => listShedPrices(client),
  });
  const percent = parsePercent(typed);
  const listings = data?.filter(({ id }) => !ids || ids.has(id));
  const step = chosenStep ?? findUsualStep(listings?.flatMap(({ price }) => price ?? []) ?? []);
  const proposals = listings?.flatMap(({ id, title, price, is_active }) =>
    price === null
      ? []
      : {
          ...{ id, title, from: price },
          ...(percent === undefined ? {} : { to: raisePrice(price, percent, step) }),
          ...(is_active ? {} : { note: 'inactive' }),
        },
  );
  const unpriced = listings && proposals ? listings.length - proposals.length : 0;
  const error =
    percent === undefined
      ? `Please enter a percentage between ${percentLimits.min} and ${percentLimits.max}, such as 5 or -10`
      : undefined;

  return (
    <PriceDialog
      title="Change Prices"
      intro={
        <p>
          Change the prices of all selected listings at once.
          {unpriced > 0 && ` ${pluralize(unpriced, 'listing')} without a price stay as they are.`}
        </p>
      }
      controls={
        <div className="grid max-w-lg grid-cols-2 items-start gap-4">
          <SmallField
            ref={percentField}
            label="Change by (%)"
            inputMode="text"
            placeholder="+5"
            className="text-right tabular-nums"
            value={typed}
            error={isTouched || typed.trim().length > 1 ? error : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
          <StepSelect value={step} onChange={setStep} />
        </div>
      }
      hasInput={typed.trim() !== ''}
      proposals={proposals}
      message={
        isError
          ? "Couldn't load the listings."
          : proposals === undefined
            ? 'Loading listings...'
            : proposals.length === 0
              ? `${ids ? 'None of these listings has' : 'No listing has'} a price yet.`
              : undefined
      }
      getError={() => {
        if (error === undefined) return undefined;
        setTouched(true);
        percentField.current?.focus();
        return 'Please enter a percentage';
      }}
      initialFocus={percentField}
      finalFocus={finalFocus}
      onClose={onClose}
    />
  );
}

type StepSelectProps = { value: PriceStep; onChange: (step: PriceStep) => void };

export function StepSelect({ value, onChange }: StepSelectProps) {
  return (
    <SmallSelect
      label="Round to"
      options={priceSteps}
      value={value}
      onChange={(event) => onChange(Number(event.target.value) as PriceStep)}
    />
  );
}
