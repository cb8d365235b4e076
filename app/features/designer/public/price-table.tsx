import { memo } from 'react';
import type { PriceComparison } from '../compare-prices.ts';
import { formatDifference, formatLineAmount } from '../price.ts';

/** The lines of a price, and what each costs more or less than that of the preset. */
export const PriceTable = memo(({ basis, lines, change }: PriceComparison) => (
  <>
    <table className="mb-3 w-full border-collapse border-line border-b">
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.item} ${line.label}`} className="border-line border-t">
            <th
              scope="row"
              className={`py-2 pr-3 text-left font-normal ${line.isRemoved ? 'text-ink-soft' : ''}`}
            >
              {line.label}
            </th>
            <td className="money py-2 pr-3 text-right text-ink-soft text-sm">
              {Math.round(line.change / 100) !== 0 && formatDifference(line.change)}
            </td>
            <td className="money py-2 text-right">
              {line.isRemoved ? 'removed' : formatLineAmount(line)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {basis && (
      <p className="mb-3 text-ink-soft text-sm">
        {Math.round(change / 100) === 0
          ? `The same total as our ${basis}.`
          : `${formatDifference(change)} in total compared with our ${basis}.`}
      </p>
    )}
  </>
));
