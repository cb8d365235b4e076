import { lazy, memo, Suspense } from 'react';
import { useNavigate } from 'react-router';
import type { FramingDefaults } from '#drawing/design/lumber.ts';
import { type ShedDesign, WALLS, type Wall } from '#drawing/design/shed-design.ts';
import { DIMENSION_NOTES, type Units } from '#drawing/geometry/lengths.ts';
import { drawElevation } from '#drawing/views/lines/elevations.ts';
import { drawPlan } from '#drawing/views/lines/plan.ts';
import type { PriceComparison } from '../compare-prices.ts';
import type { DeliveryCheck } from '../delivery-check.ts';
import { DeliveryCheckForm } from '../delivery-check-form.tsx';
import { FRAMING_NOTICE } from '../design-labels.ts';
import { formatDesignParams } from '../design-params.ts';
import { getDesignTitle } from '../design-summary.ts';
import { LineDrawingSvg } from '../line-drawing.tsx';
import type { PricedDesign } from '../price.ts';
import { PricedOption } from './choice-price.tsx';
import { control } from './form-controls.tsx';
import { PriceTable } from './price-table.tsx';
import { applyForm, type Designer, designFormId, readFields } from './use-designer.ts';

const ModelDownload = lazy(async () => {
  const { ModelDownload } = await import('../view-in-yard.tsx');
  return { default: ModelDownload };
});

type DesignPriceProps = {
  designer: Designer;
  price: PricedDesign | null;
  comparison: PriceComparison | null;
  /** Null if the owner has entered no distances. */
  delivery: DeliveryCheck | null;
  priceText: string;
  /** False while the price of a changed design loads. */
  isCurrent: boolean;
};

export function DesignPrice(props: DesignPriceProps) {
  const { designer, price, comparison, delivery, priceText, isCurrent } = props;
  const check = delivery && (
    <PlaceCheck search={designer.search} check={delivery} isCurrent={isCurrent} />
  );
  if (!price || price.visibility === 'none') {
    return check && <div className="lg:col-span-5">{check}</div>;
  }
  return (
    <section
      aria-labelledby="design-price"
      aria-busy={!isCurrent}
      className={`break-inside-avoid lg:col-span-5 ${isCurrent ? '' : 'opacity-60'}`}
    >
      <h2 id="design-price" className="display mb-4 text-3xl">
        Price
      </h2>
      {comparison && <PriceTable {...comparison} />}
      <p className="font-semibold text-lg first-letter:uppercase">{priceText}</p>
      <p className="mt-1 text-sm">
        This is an approximate price, not an offer. Only our written quote is binding.
      </p>
      <DeliveryField designer={designer} distances={price.deliveryKm} />
      {check}
    </section>
  );
}

type PlaceCheckProps = { search: string; check: DeliveryCheck; isCurrent: boolean };

/** Sets the delivery of the design to the visitor's town. */
function PlaceCheck({ search, check, isCurrent }: PlaceCheckProps) {
  const navigate = useNavigate();
  return (
    <DeliveryCheckForm
      check={check}
      action="/design#delivery-check"
      onSubmit={(event) => {
        event.preventDefault();
        // A change that loads would be lost.
        if (!isCurrent) return;
        navigate(`/design?${readFields(event.currentTarget)}`, { preventScrollReset: true });
      }}
      className="mt-4"
    >
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </DeliveryCheckForm>
  );
}

type DeliveryFieldProps = { designer: Designer; distances: readonly number[] };

function DeliveryField({ designer, distances }: DeliveryFieldProps) {
  const { deliveryKm = 0 } = designer.view;
  const farthest = distances.at(-1);
  if (farthest === undefined) return null;
  const beyond = farthest + 1;
  const chosen = distances.find((distance) => distance >= deliveryKm) ?? beyond;
  return (
    <div className="mt-4 print:hidden">
      <label htmlFor="delivery" className="mb-1 block font-semibold text-[0.9375rem]">
        Delivery
      </label>
      <select
        id="delivery"
        form={designFormId}
        name="delivery"
        value={chosen === distances[0] ? '' : chosen}
        onChange={({ target }) => applyForm(designer, target.form)}
        className={`${control} select-arrow max-w-xs`}
      >
        {distances.map((distance) => (
          <PricedOption
            key={distance}
            field="delivery"
            value={`${distance}`}
            sent={distance === distances[0] ? '' : `${distance}`}
            label={`Within ${distance} km`}
            isChosen={distance === chosen}
          />
        ))}
        <PricedOption
          field="delivery"
          value={`${beyond}`}
          label="Farther away"
          isChosen={chosen === beyond}
        />
      </select>
      <p className="mt-2 text-sm scripting:hidden">Then press “Update the shed”.</p>
    </div>
  );
}

export function FramingNotice({ engineer, className }: { engineer: string[]; className: string }) {
  return <p className={`text-sm ${className}`}>{[...engineer, FRAMING_NOTICE].join(' ')}</p>;
}

type DrawingsProps = {
  design: ShedDesign;
  units: Units | undefined;
  framing: FramingDefaults | undefined;
};

export const Drawings = memo(({ design, units, framing }: DrawingsProps) => (
  <section aria-labelledby="drawings">
    <h2 id="drawings" className="display mb-4 text-3xl">
      Plan and elevations
    </h2>
    <p className="mb-3 text-ink-soft text-sm">{DIMENSION_NOTES[units ?? 'imperial']}</p>
    <ul className="grid grid-cols-1 gap-5 md:grid-cols-2 xl:grid-cols-3 print:grid-cols-3 print:gap-3">
      {[undefined, ...WALLS].map((wall) => (
        <DrawingFigure key={wall ?? 'plan'} {...{ design, units, framing, wall }} />
      ))}
    </ul>
    <Suspense>
      <ModelDownload query={formatDesignParams(design).toString()} title={getDesignTitle(design)} />
    </Suspense>
  </section>
));

type DrawingFigureProps = DrawingsProps & {
  /** Undefined for the plan. */
  wall: Wall | undefined;
};

/** Each is a component of its own: React lets a slow phone scroll between two of them. */
function DrawingFigure({ design, units, framing, wall }: DrawingFigureProps) {
  const drawing = wall
    ? drawElevation(design, wall, { defaults: framing, units })
    : drawPlan(design, units);
  return (
    <li className="break-inside-avoid">
      <figure className="isolate grid h-full grid-rows-[1fr_auto] border border-line bg-sheet">
        <LineDrawingSvg
          drawing={drawing}
          description={`${drawing.title} of the ${getDesignTitle(design)} with dimensions`}
          className="max-h-[30rem] w-full p-3"
        />
        <figcaption className="border-line border-t px-4 py-2">{drawing.title}</figcaption>
      </figure>
    </li>
  );
}
