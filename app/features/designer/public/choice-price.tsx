import { createContext, useContext } from 'react';
import { getChoiceKey } from '../design-form.ts';
import { type ChoicePrices, describeChoice } from '../price.ts';

type ShownPrices = {
  /** Null where none are known, or the owner hides them. */
  prices: ChoicePrices | null;
  /** False while those of a changed design load. */
  isCurrent: boolean;
  includesHst?: boolean;
};

/** Only what shows a price is rendered again when the prices of a design have loaded. */
export const ShownPricesContext = createContext<ShownPrices>({ prices: null, isCurrent: true });

type ChoiceProps = {
  /** A field of the form, or the wall of a new opening. */
  field: string;
  value: string;
  isChosen?: boolean;
};

/** What a choice adds to the price, beside its control; nothing without prices. */
export function ChoicePrice({ id, ...choice }: ChoiceProps & { id?: string }) {
  const { prices, isCurrent } = useContext(ShownPricesContext);
  const text = describeChoice(prices, getChoiceKey(choice.field, choice.value), choice.isChosen);
  if (!text) return null;
  return (
    <span id={id} className={`money text-ink-soft text-sm ${isCurrent ? '' : 'opacity-60'}`}>
      {text}
    </span>
  );
}

/** The prices beside choices add up to the total, so they contain the tax; the list of prices has it apart. */
export function PricesNote() {
  const { prices, includesHst } = useContext(ShownPricesContext);
  return (
    prices &&
    includesHst && <p className="text-ink-soft">Prices next to the options include HST.</p>
  );
}

type PricedOptionProps = ChoiceProps & {
  label: string;
  /** What the form sends, if it is not the value. */
  sent?: string;
};

/** An option of a select with its price, as one text: options have no elements. */
export function PricedOption({ field, value, label, sent = value, isChosen }: PricedOptionProps) {
  const { prices } = useContext(ShownPricesContext);
  const text = isChosen ? '' : describeChoice(prices, getChoiceKey(field, value));
  return <option value={sent}>{text ? `${label} (${text})` : label}</option>;
}
