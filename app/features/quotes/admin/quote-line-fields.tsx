import { ArrowDown, ArrowUp, ChevronDown, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import {
  type Control,
  type FieldErrors,
  type UseFormRegister,
  useFieldArray,
  useWatch,
} from 'react-hook-form';
import { rowActionClass } from '#app/admin/lists/row-actions.tsx';
import { AmountField, SmallField, SmallSelect } from '#app/admin/records/record-fields.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { parseDecimal } from '#app/lib/parse-decimal.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { formatCents } from '#app/lib/prices.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { quoteLimits } from '../quote-content.ts';
import {
  nextKey,
  type QuoteFormInput,
  type QuoteFormValues,
  removeAlternative,
} from '../quote-form.ts';

type LineFieldsProps = {
  register: UseFormRegister<QuoteFormInput>;
  control: Control<QuoteFormInput, unknown, QuoteFormValues>;
  errors: FieldErrors<QuoteFormInput>;
};

const boxes = [
  ['taxable', 'HST'],
  ['optional', 'Optional'],
  ['preselected', 'Proposed'],
] as const;

export function LineFields({ register, control, errors }: LineFieldsProps) {
  const items = useFieldArray({ control, name: 'items' });
  const alternatives = useFieldArray({ control, name: 'alternatives' });
  const [removed, setRemoved] = useState<number>();
  const typedItems = useWatch({ control, name: 'items' });
  const typedAlternatives = useWatch({ control, name: 'alternatives' });
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set(typedItems.filter((item) => !isEntered(item)).map(({ key }) => key)),
  );
  const open = (key: string, isOpen: boolean) =>
    setOpened((current) => {
      const next = new Set(current);
      if (isOpen) next.add(key);
      else next.delete(key);
      return next;
    });
  const choices = {
    '': 'All alternatives',
    ...Object.fromEntries(
      typedAlternatives.map(({ key, title }, index) => [key, title || `Alternative ${index + 1}`]),
    ),
  };

  return (
    <FormSection
      title="Items"
      intro="Canadian dollars before tax. Customers can select optional items; proposed ones start out selected."
    >
      <div className="grid gap-4">
        <TextField label="Title" required {...register('title')} error={errors.title?.message} />
        {items.fields.map((field, index) => (
          <FoldedItem
            key={field.id}
            index={index}
            item={typedItems[index]}
            // An item with a mistake stays open.
            isOpen={opened.has(field.key) || errors.items?.[index] !== undefined}
            onOpen={(isOpen) => open(field.key, isOpen)}
          >
            <SmallField
              label="Description"
              maxLength={quoteLimits.line}
              {...register(`items.${index}.description`)}
              error={errors.items?.[index]?.description?.message}
            />
            <div className="grid grid-cols-3 gap-2">
              <AmountField
                label="Quantity"
                {...register(`items.${index}.quantity`)}
                error={errors.items?.[index]?.quantity?.message}
              />
              <SmallField
                label="Unit"
                maxLength={quoteLimits.unit}
                {...register(`items.${index}.unit`)}
              />
              <AmountField
                label="Price ($)"
                {...register(`items.${index}.price`)}
                error={errors.items?.[index]?.price?.message}
              />
            </div>
            <div className={`grid gap-2 ${typedAlternatives.length > 0 ? 'grid-cols-2' : ''}`}>
              <SmallField
                label="Section"
                maxLength={quoteLimits.title}
                {...register(`items.${index}.section`)}
              />
              {typedAlternatives.length > 0 && (
                <SmallSelect
                  label="Part of"
                  options={choices}
                  {...register(`items.${index}.alternative`)}
                />
              )}
            </div>
            <div className="flex flex-wrap items-center gap-x-4 xl:self-end">
              {boxes.map(
                ([name, label]) =>
                  (name !== 'preselected' || typedItems[index]?.optional) && (
                    <label key={name} className="inline-flex min-h-11 items-center gap-2">
                      <input
                        type="checkbox"
                        className="size-5 accent-brand"
                        {...register(`items.${index}.${name}`)}
                      />
                      {label}
                    </label>
                  ),
              )}
              <span className="ml-auto flex">
                <button
                  type="button"
                  className={rowActionClass}
                  aria-label={`Move item ${index + 1} up`}
                  disabled={index === 0}
                  onClick={() => items.move(index, index - 1)}
                >
                  <ArrowUp aria-hidden className="size-5" />
                </button>
                <button
                  type="button"
                  className={rowActionClass}
                  aria-label={`Move item ${index + 1} down`}
                  disabled={index === items.fields.length - 1}
                  onClick={() => items.move(index, index + 1)}
                >
                  <ArrowDown aria-hidden className="size-5" />
                </button>
                <button
                  type="button"
                  className={rowActionClass}
                  aria-label={`Remove item ${index + 1}`}
                  onClick={() => items.remove(index)}
                >
                  <Trash2 aria-hidden className="size-5" />
                </button>
              </span>
            </div>
          </FoldedItem>
        ))}
        <div className="flex flex-wrap gap-3">
          <Button
            variant="secondary"
            disabled={items.fields.length >= quoteLimits.items}
            onClick={() => {
              const key = nextKey('l', typedItems);
              open(key, true);
              items.append({
                key,
                section: '',
                description: '',
                quantity: '1',
                unit: '',
                price: '',
                taxable: true,
                optional: false,
                preselected: false,
                alternative: '',
              });
            }}
          >
            <Plus aria-hidden className="size-5" />
            Add an item
          </Button>
          <Button
            variant="secondary"
            disabled={alternatives.fields.length >= quoteLimits.alternatives}
            onClick={() => {
              const first = nextKey('a', typedAlternatives);
              const added = [{ key: first, title: '', description: '' }];
              // A single alternative is not a choice.
              if (typedAlternatives.length === 0) {
                added.push({ key: nextKey('a', added), title: '', description: '' });
              }
              alternatives.append(added);
            }}
          >
            <Plus aria-hidden className="size-5" />
            <span>
              {alternatives.fields.length === 0 ? 'Offer alternatives' : 'Add an alternative'}
            </span>
          </Button>
        </div>
        {alternatives.fields.map((field, index) => (
          <fieldset
            key={field.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 border-line border-t pt-3 sm:grid-cols-[1fr_2fr_auto] [&>div:nth-of-type(2)]:max-sm:order-last [&>div:nth-of-type(2)]:max-sm:col-span-2"
          >
            <legend className="sr-only">{`Alternative ${index + 1}`}</legend>
            <SmallField
              label={`Alternative ${index + 1}`}
              maxLength={quoteLimits.title}
              {...register(`alternatives.${index}.title`)}
              error={errors.alternatives?.[index]?.title?.message}
            />
            <SmallField
              label="Description"
              maxLength={quoteLimits.line}
              {...register(`alternatives.${index}.description`)}
            />
            <button
              type="button"
              className={rowActionClass}
              aria-label={`Remove alternative ${index + 1}`}
              onClick={() => setRemoved(index)}
            >
              <Trash2 aria-hidden className="size-5" />
            </button>
          </fieldset>
        ))}
        <RemoveAlternative
          index={removed}
          items={typedItems}
          alternatives={typedAlternatives}
          onClose={() => setRemoved(undefined)}
          onRemove={(changed) => {
            items.replace(changed.items);
            alternatives.replace(changed.alternatives);
            setRemoved(undefined);
          }}
        />
        <p role="alert" className="font-medium text-barn text-sm empty:hidden">
          {errors.alternatives?.root?.message ?? errors.alternatives?.message}
        </p>
      </div>
    </FormSection>
  );
}

type Item = QuoteFormInput['items'][number];

const isEntered = ({ description, price }: Item) => description.trim() !== '' && price !== '';

/** A typed price as an amount; unchanged if it isn't one. */
function formatTyped(price: string): string {
  const cents = parseDecimal(price.trim(), 2);
  return cents === undefined ? price : formatCents(cents);
}

type FoldedItemProps = {
  index: number;
  item: Item | undefined;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  children: ReactNode;
};

/** An item in one line, which opens its fields. */
function FoldedItem({ index, item, isOpen, onOpen, children }: FoldedItemProps) {
  const id = useId();
  const { description = '', quantity = '', unit = '', price = '', optional } = item ?? {};
  return (
    <fieldset className="min-w-0 border-line border-t pt-1">
      <legend className="sr-only">{`Item ${index + 1}`}</legend>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onOpen(!isOpen)}
        className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center gap-3 rounded-md px-2 text-left leading-snug hover:bg-pine"
      >
        <ChevronDown
          aria-hidden
          className={`size-5 shrink-0 transition-transform motion-reduce:transition-none ${isOpen ? '' : '-rotate-90'}`}
        />
        <span className="min-w-0 flex-1 truncate">
          <span className="sr-only">{`Item ${index + 1}: `}</span>
          <span>{description.trim() || 'New item'}</span>
          {optional && <span className="text-ink-soft"> (optional)</span>}
        </span>
        {price !== '' && (
          <span className="money shrink-0">
            {quantity !== '1' && (
              <span className="text-ink-soft">{`${[quantity, unit].filter(Boolean).join(' ')} × `}</span>
            )}
            {formatTyped(price)}
          </span>
        )}
      </button>
      <div
        id={id}
        hidden={!isOpen}
        className={
          isOpen ? 'grid gap-3 pt-1 pb-2 xl:grid-cols-2 xl:items-start xl:gap-x-4' : undefined
        }
      >
        {children}
      </div>
    </fieldset>
  );
}

type Choices = Pick<QuoteFormInput, 'items' | 'alternatives'>;

type RemoveAlternativeProps = Choices & {
  index: number | undefined;
  onClose: () => void;
  onRemove: (changed: Choices) => void;
};

function RemoveAlternative(props: RemoveAlternativeProps) {
  const { index, items, alternatives, onClose, onRemove } = props;
  const removed = index === undefined ? undefined : alternatives[index];
  if (index === undefined || !removed) return null;
  const name = removed.title || `Alternative ${index + 1}`;
  const own = items.filter(({ alternative }) => alternative === removed.key).length;
  const [left] = alternatives.length === 2 ? alternatives.filter((each) => each !== removed) : [];
  return (
    <ConfirmDialog
      open
      title={own > 0 ? `Remove “${name}” and its ${pluralize(own, 'item')}?` : `Remove “${name}”?`}
      confirmLabel="Remove"
      onClose={onClose}
      onConfirm={() => onRemove(removeAlternative({ items, alternatives }, removed.key))}
    >
      {left
        ? `That leaves nothing to choose, so the items of “${left.title || 'the other alternative'}” become part of the quote.`
        : 'The other alternatives stay as they are.'}
    </ConfirmDialog>
  );
}
