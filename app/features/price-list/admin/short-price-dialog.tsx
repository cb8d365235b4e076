import { zodResolver } from '@hookform/resolvers/zod';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { logError } from '#app/admin/log-error.ts';
import { invalidateTable, openedQueryOptions } from '#app/admin/query-client.ts';
import {
  AmountField,
  CheckField,
  SmallField,
  SmallSelect,
} from '#app/admin/records/record-fields.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { toTaxColumns, toTaxForm } from '#app/features/business/tax-form.ts';
import {
  defaultTaxSettings,
  readTaxSettings,
  type TaxSettings,
} from '#app/features/business/tax-settings.ts';
import {
  emptyCostList,
  emptyPriceList,
  type PriceListRow,
  previewPrices,
} from '#app/features/designer/price-list.ts';
import { isUnanswered } from '#app/lib/crud.ts';
import { formatCents } from '#app/lib/prices.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { exampleDesigns } from '../price-effects.ts';
import { publishShortList, ShortListConflict } from '../short-list-publishing.ts';
import {
  addHst,
  describeShortPrices,
  fillPriceList,
  listFilled,
  type ShortPriceInput,
  type ShortPrices,
  shortPriceForm,
  toShortPrices,
} from '../short-price-list.ts';

type Lists = { draft: PriceListRow | null; published: PriceListRow | null };

type ShortPriceDialogProps = {
  lists: Lists;
  /** Undefined if no settings are stored. */
  visibility: string | undefined;
  onClose: () => void;
  onPublished: () => Promise<void>;
  finalFocus: () => HTMLElement | null;
};

/** Publishes a price list from the amounts that every owner knows by heart. */
export default function ShortPriceDialog(props: ShortPriceDialogProps) {
  const client = useAdminClient();
  const { data, isError } = useQuery({
    ...openedQueryOptions('tax_settings', 'short form'),
    queryFn: async () => ({ tax: await readTaxSettings(client) }),
  });
  if (data) return <ShortPriceForm {...props} tax={data.tax} />;
  return (
    <Dialog open inUrl title="Short Form" onClose={props.onClose} finalFocus={props.finalFocus}>
      <p role="status">
        {isError ? "Couldn't load the HST setting. Please reload the page." : 'Loading...'}
      </p>
    </Dialog>
  );
}

const visibilities: Record<ShortPrices['visibility'], string> = {
  itemised: 'Every line',
  range: 'A range',
  none: 'No prices',
};

const formId = 'short-price-form';

function ShortPriceForm({
  lists,
  visibility,
  tax,
  onClose,
  onPublished,
  finalFocus,
}: ShortPriceDialogProps & { tax: TaxSettings | null }) {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const isDone = useRef(false);
  const [problem, setProblem] = useState<string>();
  const { draft, published } = lists;
  const start = draft ?? published ?? { prices: emptyPriceList, costs: emptyCostList };
  const shown = shortPriceForm.shape.visibility.safeParse(visibility).data;
  const { hst_number_shown: _shown, ...hst } = toTaxForm(tax ?? defaultTaxSettings);
  const { register, control, handleSubmit, formState } = useForm<
    ShortPriceInput,
    unknown,
    ShortPrices
  >({
    resolver: zodResolver(shortPriceForm),
    mode: 'onTouched',
    defaultValues: {
      ...toShortPrices((draft ?? published) ? start.prices : undefined),
      ...hst,
      // Whoever publishes a first price list wants to show it.
      visibility: published && shown ? shown : 'itemised',
    },
  });
  const { errors, isDirty, isSubmitted, touchedFields } = formState;
  // A field that nobody has reached yet shows no error.
  const checkAlso = (name: 'delivery' | 'deliveryKm') => ({
    deps: isSubmitted || touchedFields[name] ? name : [],
  });

  const { mutate, isPending } = useMutation({
    mutationFn: (values: ShortPrices) => {
      const { hst_charged, hstPercent, hst_number, visibility } = values;
      const typed = { hst_charged, hstPercent, hst_number, hst_number_shown: false };
      const { hst_number_shown: _number, ...columns } = toTaxColumns(typed);
      return publishShortList(
        client,
        { draft, published, tax },
        {
          prices: fillPriceList(start.prices, values),
          costs: start.costs,
          tax: columns,
          visibility,
          note: describeShortPrices(values),
        },
      );
    },
    async onSuccess(version) {
      isDone.current = true;
      onClose();
      void invalidateTable(queryClient, 'tax_settings');
      await onPublished();
      toasts.news(`Version ${version} of the price list was published.`);
    },
    onError(error) {
      logError('Short price list publication failed', error);
      setProblem(describeFailure(error));
    },
  });

  return (
    <Dialog
      open
      inUrl
      size="lg"
      title="Short Form"
      hasUnsavedInput={() => isDirty && !isDone.current}
      onClose={onClose}
      finalFocus={finalFocus}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p role="alert" className="mr-auto font-medium text-barn empty:hidden">
            {problem}
          </p>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" form={formId} disabled={isPending}>
            {isPending ? 'Publishing...' : 'Publish Prices'}
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        noValidate
        aria-label="Short form"
        onSubmit={handleSubmit((values) => {
          setProblem(undefined);
          if (!isPending && !isDone.current) mutate(values);
        })}
        className="grid gap-5"
      >
        <p>
          All prices are before tax.{' '}
          {draft
            ? 'Your draft becomes the new version, with these amounts in it.'
            : published
              ? 'Other base prices, doors and windows change by the same percentage. Everything else stays as it is.'
              : 'We fill in everything else in the usual proportions. You can change each price later.'}
        </p>
        <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
          <AmountField
            label="Base ($ per sq ft)"
            hint="A plain gable shed."
            placeholder="52"
            error={errors.base?.message}
            {...register('base')}
          />
          <AmountField
            label="Door ($)"
            hint="A single door, 36 in."
            placeholder="320"
            error={errors.door?.message}
            {...register('door')}
          />
          <AmountField
            label="Window ($)"
            hint="24 x 36 in."
            placeholder="140"
            error={errors.window?.message}
            {...register('window')}
          />
          <AmountField
            label="Delivery up to (km)"
            hint="Farther is on request."
            inputMode="numeric"
            error={errors.deliveryKm?.message}
            {...register('deliveryKm', checkAlso('delivery'))}
          />
          <AmountField
            label="Delivery ($)"
            hint="0 if it's included."
            error={errors.delivery?.message}
            {...register('delivery', checkAlso('deliveryKm'))}
          />
          <SmallSelect
            label="Visitors see"
            options={visibilities}
            error={errors.visibility?.message}
            {...register('visibility')}
          />
        </div>
        <fieldset className="grid grid-cols-2 items-start gap-x-3 gap-y-1">
          <legend className="sr-only">HST</legend>
          <div className="col-span-2">
            <CheckField
              label="Charge HST"
              hint="Small suppliers (up to $30,000 in sales over four quarters) don't have to. Ask your accountant."
              {...register('hst_charged')}
            />
          </div>
          <AmountField
            label="HST (%)"
            error={errors.hstPercent?.message}
            {...register('hstPercent')}
          />
          <SmallField
            label="HST number (optional)"
            hint="For example: 12345 6789 RT0001."
            error={errors.hst_number?.message}
            {...register('hst_number')}
          />
        </fieldset>
        <Examples control={control} start={start} />
      </form>
    </Dialog>
  );
}

function describeFailure(error: unknown): string {
  if (error instanceof ShortListConflict)
    return 'Someone else changed the price list or HST. Reload the page to see the latest version.';
  return isUnanswered(error)
    ? "The server didn't respond. It's safe to try again."
    : "Couldn't publish the price list. Please try again.";
}

type ExamplesProps = {
  control: Control<ShortPriceInput>;
  start: Pick<PriceListRow, 'prices' | 'costs'>;
};

const debounceMs = 400;

/** What three sheds cost with the amounts as typed, and what the form fills in. */
function Examples({ control, start }: ExamplesProps) {
  const client = useAdminClient();
  const typed = useWatch({ control }) as ShortPriceInput;
  const [debounced, setDebounced] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const parsed = shortPriceForm.safeParse(debounced);
  const prices = parsed.success ? fillPriceList(start.prices, parsed.data) : undefined;
  const { data, isError } = useQuery({
    queryKey: ['price_lists', 'examples', JSON.stringify(prices)],
    queryFn: () =>
      previewPrices(
        client,
        { prices: prices ?? start.prices, costs: start.costs },
        exampleDesigns.map(({ design }) => design),
      ),
    enabled: prices !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const filled = prices ? listFilled(start.prices, prices) : [];
  return (
    <section aria-label="Three example sheds" className="rounded-md border border-line px-4 py-3">
      <h3 className="font-semibold">Three example sheds</h3>
      {!parsed.success ? (
        <p className="text-ink-soft text-sm">Fill in the form to see what they cost.</p>
      ) : isError ? (
        <p role="status" className="font-medium text-barn">
          Couldn't calculate the prices. Please try again.
        </p>
      ) : data ? (
        <ul className="divide-y divide-line">
          {exampleDesigns.map(({ title }, index) => {
            const cents = data[index]?.subtotal;
            const total = cents === undefined ? null : addHst(cents, parsed.data);
            return (
              <li key={title} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2">
                <span>{title}</span>
                <span className="money text-right font-semibold">
                  {cents === undefined ? 'Not priced' : formatCents(cents)}
                </span>
                {total !== null && (
                  <span className="money col-span-2 text-right text-ink-soft text-sm">
                    {formatCents(total)} with HST
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      ) : (
        <p className="text-ink-soft">Calculating...</p>
      )}
      {filled.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5">
            What we fill in ({filled.length})
          </summary>
          <ul className="text-sm">
            {filled.map(({ label, text }) => (
              <li key={`${label} ${text}`} className="flex justify-between gap-4 py-1">
                <span>{label}</span>
                <span className="text-right text-ink-soft">{text}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
