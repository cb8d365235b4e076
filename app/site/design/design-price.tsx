import { formatLineAmount, formatLineLabel, type PricedDesign } from '#app/domain/designs/price.ts';

type DesignPriceProps = {
  price: PricedDesign | null;
  /** In one phrase. */
  text: string;
  /** False while the price of a changed design loads. */
  isCurrent: boolean;
};

/** What the design costs, as the owner chose to show it: itemised, a range, or nothing. */
export function DesignPrice({ price, text, isCurrent }: DesignPriceProps) {
  if (!price || price.visibility === 'none') return null;
  return (
    <section
      aria-labelledby="design-price"
      aria-busy={!isCurrent}
      className={isCurrent ? '' : 'opacity-60'}
    >
      <h2 id="design-price" className="font-display font-semibold text-xl">
        Price
      </h2>
      <p className="mt-1 text-lg first-letter:uppercase">{text}</p>
      {price.visibility === 'itemised' && (
        <details className="mt-2">
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
            What it consists of
          </summary>
          <table className="w-full border-collapse">
            <tbody>
              {price.lines.map((line) => (
                <tr key={`${line.item} ${line.label}`} className="border-line border-t">
                  <th scope="row" className="py-2 pr-4 text-left font-normal">
                    {formatLineLabel(line)}
                  </th>
                  <td className="py-2 text-right tabular-nums">{formatLineAmount(line)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  );
}
