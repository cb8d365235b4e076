import { zodResolver } from '@hookform/resolvers/zod';
import { Suspense, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { lazyComponent, usePreload } from '#app/admin/lazy-screen.ts';
import { logError } from '#app/admin/log-error.ts';
import { useRecordSaving } from '#app/admin/records/record-form.tsx';
import { createRecordRemover } from '#app/admin/records/save-record.ts';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import type { Field, Fields } from '#app/admin/records/version-conflict.ts';
import { ActionBar, FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import type { PriceVisibility } from '#app/features/designer/price.ts';
import {
  type CostList,
  deleteDraft,
  emptyCostList,
  emptyPriceList,
  hasExpired,
  insertDraft,
  PRICE_ITEMS,
  type PriceItem,
  type PriceList,
  type PriceListColumns,
  type PriceListRow,
  updateDraft,
} from '#app/features/designer/price-list.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { isUnanswered } from '#app/lib/crud.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { shedStyles } from '#app/lib/options.ts';
import { formatCents } from '#app/lib/prices.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import {
  type PriceListForm as Form,
  type PriceListInput,
  priceListForm,
  toPriceListColumns,
  toPriceListForm,
  unitLabels,
} from '../price-list-form.ts';
import { BaseFields, ItemSections, SurchargeSections } from './price-fields.tsx';
import { Preview } from './price-preview.tsx';

const PublishDialog = lazyComponent(() => import('./publish-dialog.tsx'));
const RaisePrices = lazyComponent(() => import('./raise-prices-field.tsx'));

type PriceFormProps = {
  draft: PriceListRow | null;
  published: PriceListRow | null;
  visibility: PriceVisibility | string;
  onReplaced: () => Promise<void>;
  onPublished: () => Promise<void>;
  onApply: (published: PriceListRow) => void;
};

const empty: PriceListColumns = { prices: emptyPriceList, costs: emptyCostList };

export function PriceForm(props: PriceFormProps) {
  const { draft, published, visibility, onReplaced, onPublished, onApply } = props;
  const client = useAdminClient();
  const toasts = useToasts();
  const [stored, setStored] = useState(draft ?? undefined);
  const [asking, setAsking] = useState<'publish' | 'discard'>();
  const submitButton = useRef<HTMLButtonElement>(null);
  const effect = useRef<HTMLElement>(null);
  const noteId = useId();
  const start = stored ?? published ?? empty;
  const form = useForm<PriceListInput, unknown, Form>({
    resolver: zodResolver(priceListForm),
    mode: 'onTouched',
    defaultValues: toPriceListForm(start),
  });
  const { register, control, handleSubmit, reset, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const fields = { register, control, errors };
  usePreload(PublishDialog);

  const saving = useRecordSaving<PriceListRow, PriceListColumns>({
    entity: 'price list draft',
    fields: priceListFields,
    row: stored,
    defaults: published ?? empty,
    insert: (columns) => insertDraft(client, columns),
    update: (version, columns) => updateDraft(client, version, columns),
    name: () => 'Draft',
    onDone(saved) {
      setStored(saved);
      reset(toPriceListForm(saved));
    },
    finalFocus: () => submitButton.current,
  });

  const [removeOnce] = useState(createRecordRemover<unknown>);
  async function discard() {
    setAsking(undefined);
    try {
      if (stored) await removeOnce(stored.id, () => deleteDraft(client, stored.id));
      await onReplaced();
      toasts.news('Draft discarded.');
    } catch (error) {
      logError('Price list draft removal failed', error);
      toasts.error(
        isUnanswered(error)
          ? "The server didn't respond. It's safe to try again."
          : "Couldn't discard the draft. Please try again.",
      );
    }
  }

  return (
    <form
      noValidate
      aria-label="Prices"
      onSubmit={handleSubmit((values) => saving.save(toPriceListColumns(values)))}
      className="[&_:is(input,select,textarea,button)]:scroll-mb-40"
    >
      <p className="mb-5 max-w-[75ch]">{describeState(published, stored, visibility)}</p>
      {(stored ?? published) && (
        // As high as the field, so that the prices stay in their place.
        <Suspense fallback={<div className="mb-5 h-20" />}>
          <RaisePrices form={form} />
        </Suspense>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 gap-5">
          <FormSection
            title="Base"
            intro="In Canadian dollars before tax. For each style, enter prices by size, or a start and an amount per square foot of floor. A style with neither has no price."
          >
            <BaseFields {...fields} />
          </FormSection>
          <ItemSections {...fields} />
          <SurchargeSections {...fields} />
        </div>
        <section
          ref={effect}
          aria-label="Effect of these prices"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls with the keyboard
          tabIndex={0}
          className="min-w-0 scroll-mt-5 xl:sticky xl:top-5 xl:max-h-[calc(100dvh-8rem)] xl:overflow-y-auto"
        >
          <Preview
            control={control}
            published={published}
            canApply={!stored && !isDirty}
            onApply={onApply}
          />
        </section>
      </div>
      <ActionBar className="mt-5 justify-end gap-x-2 sm:gap-x-4">
        <p role="alert" className="font-medium text-barn empty:hidden">
          {saving.error}
        </p>
        <p id={noteId} role="status" className="text-ink-soft text-sm max-sm:w-full">
          {explainPublish(stored, published, isDirty)}
        </p>
        <button
          type="button"
          className="drawn-link mr-auto inline-flex min-h-11 items-center xl:hidden"
          onClick={() => effect.current?.focus()}
        >
          Effect
        </button>
        {stored && (
          <Button variant="secondary" className="max-sm:px-3" onClick={() => setAsking('discard')}>
            Discard<span className="max-sm:sr-only"> Draft</span>
          </Button>
        )}
        <Button
          ref={submitButton}
          type="submit"
          variant="secondary"
          className="max-sm:px-3"
          disabled={isSubmitting}
        >
          {isSubmitting ? 'Saving...' : 'Save Draft'}
        </Button>
        <Button
          className="max-sm:px-3"
          disabled={!stored || isDirty}
          aria-describedby={noteId}
          onClick={() => setAsking('publish')}
        >
          Publish
        </Button>
      </ActionBar>
      <UnsavedInput when={isDirty} />
      {saving.dialogs}
      {asking === 'publish' && stored && (
        <Suspense>
          <PublishDialog
            draft={stored}
            onClose={() => setAsking(undefined)}
            onPublished={onPublished}
          />
        </Suspense>
      )}
      <ConfirmDialog
        open={asking === 'discard'}
        title="Discard the draft?"
        confirmLabel="Discard Draft"
        onClose={() => setAsking(undefined)}
        onConfirm={discard}
      >
        The published prices stay as they are. You can restore the draft for 30 days.
      </ConfirmDialog>
    </form>
  );
}

/** Explains why Publish is disabled, or what it would publish. */
export function explainPublish(
  stored: object | undefined,
  published: object | null,
  isDirty: boolean,
): string {
  if (isDirty) return 'Not saved yet. Save the draft to publish it.';
  if (stored) return 'Draft, not published';
  return published ? 'Change a price to publish a new version.' : 'Enter prices to publish them.';
}

function describeState(
  published: PriceListRow | null,
  draft: PriceListRow | undefined,
  visibility: string,
): string {
  const shown = {
    itemised: 'Visitors see every line.',
    range: 'Visitors see a range.',
    none: 'Visitors see no prices.',
  }[visibility];
  const expired =
    published && visibility !== 'none' && hasExpired(published.prices, new Date())
      ? ' Its end date has passed, so visitors see prices with no end date.'
      : '';
  const version = published
    ? `Version ${published.version}, published on ${formatMoment(published.published_at ?? '')}, is in use. ${shown}${expired}`
    : 'No price list is published yet: visitors see no prices.';
  return draft
    ? `${version} You are editing a draft.`
    : `${version} Your first change starts a draft.`;
}

type Base = PriceList['base'][keyof PriceList['base']] | CostList['base'][keyof CostList['base']];

const priceParts: Record<Exclude<keyof PriceList, 'base' | 'items'>, Field> = {
  adjustments: {
    label: 'Percentages',
    show: (adjustments: PriceList['adjustments']) =>
      adjustments.map(({ label, basisPoints }) => `${label}: ${basisPoints / 100}%`).join('\n'),
  },
  delivery: {
    label: 'Delivery',
    show: (delivery: PriceList['delivery']) =>
      delivery.map(({ upToKm, amount }) => `Up to ${upToKm} km: ${formatCents(amount)}`).join('\n'),
  },
  validUntil: { label: 'Valid until', show: formatCalendarDay },
};

export const priceListFields: Fields<PriceListColumns> = {
  prices: {
    keys: {
      ...priceParts,
      base: mapToFields(shedStyles, (style) => ({ label: `Base: ${style}`, show: showBase })),
      items: mapToFields(PRICE_ITEMS, (item) => ({
        label: emptyPriceList.items[item].label,
        show: ({ label, unit, amount }: PriceList['items'][PriceItem]) =>
          `${label}: ${amount / 100} ${unitLabels[unit]}`,
      })),
    },
  },
  costs: {
    keys: {
      base: mapToFields(shedStyles, (style) => ({
        label: `Cost of the base: ${style}`,
        show: showBase,
      })),
      items: mapToFields(PRICE_ITEMS, (item) => ({
        label: `Cost: ${emptyPriceList.items[item].label}`,
        show: (cents: number | undefined) => cents !== undefined && formatCents(cents),
      })),
    },
  },
};

function mapToFields<Key extends string>(
  keys: readonly Key[],
  toField: (key: Key) => Field,
): Field {
  return { keys: Object.fromEntries(keys.map((key) => [key, toField(key)])) };
}

function showBase(base: Base): string {
  if (!base) return '';
  const sizes = 'grid' in base ? Object.entries(base.grid) : [];
  return [
    `Start ${formatCents(base.start)}`,
    `${formatCents(base.perSquareFoot)} per sq ft`,
    ...sizes.map(([size, cents]) => `${size}: ${formatCents(cents)}`),
  ].join('\n');
}
