import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { AmountField } from '#app/admin/records/record-fields.tsx';
import { parsePercent, percentLimits } from '#app/features/sheds/price-change.ts';
import { Button } from '#app/ui/button.tsx';
import {
  type PriceListForm,
  type PriceListInput,
  priceListForm,
  toPriceListColumns,
  toPriceListForm,
} from '../price-list-form.ts';
import { raisePrices } from '../raise-prices.ts';

type RaisePricesProps = {
  form: Pick<
    UseFormReturn<PriceListInput, unknown, PriceListForm>,
    'getValues' | 'reset' | 'trigger'
  >;
};

/** Changes all amounts in the form by one percentage. Nothing is saved yet. */
export default function RaisePrices({ form }: RaisePricesProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [news, setNews] = useState('');

  function raise() {
    setNews('');
    const percent = parsePercent(typed);
    if (!percent)
      return setError(
        `Please enter a percentage from ${percentLimits.min} to ${percentLimits.max}, such as 5`,
      );
    const parsed = priceListForm.safeParse(form.getValues());
    if (!parsed.success) {
      void form.trigger();
      return setError('Please correct the prices below first');
    }
    setError(undefined);
    const { prices, costs } = toPriceListColumns(parsed.data);
    form.reset(toPriceListForm({ prices: raisePrices(prices, percent), costs }), {
      keepDefaultValues: true,
    });
    setTyped('');
    setNews(`All amounts changed by ${percent}%. Save the draft, then publish it.`);
  }

  return (
    <div className="mb-5">
      <div className="grid max-w-sm grid-cols-2 items-start gap-3">
        <AmountField
          label="Change all by (%)"
          placeholder="+5"
          value={typed}
          error={error}
          onChange={({ target }) => setTyped(target.value)}
          // Enter would save the form around it.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            raise();
          }}
        />
        <Button variant="secondary" className="mt-7 justify-self-start" onClick={raise}>
          Change
        </Button>
      </div>
      <p role="status" className="mt-2 text-ink-soft empty:hidden">
        {news}
      </p>
    </div>
  );
}
