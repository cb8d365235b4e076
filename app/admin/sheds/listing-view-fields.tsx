import { LIGHT_LABELS, SEASON_LABELS } from '#app/domain/designs/design-view.ts';
import {
  describeListingView,
  type ListingView,
  SIDE_LABELS,
} from '#app/domain/designs/listing-views.ts';
import { SmallSelect } from '../price-list/small-field.tsx';

type ListingViewFieldsProps = {
  number: number;
  view: ListingView;
  image: string | undefined;
  disabled: boolean;
  onChange: (view: ListingView) => void;
};

export function ListingViewFields(props: ListingViewFieldsProps) {
  const { number, view, image, disabled, onChange } = props;
  const change = <Name extends keyof ListingView>(name: Name, value: string) =>
    onChange({ ...view, [name]: value as ListingView[Name] });
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">Picture {number}</legend>
      <div className="grid aspect-4/3 place-items-center border border-line bg-pine text-ink-soft">
        {image ? (
          <img
            src={image}
            alt={describeListingView(view)}
            width={1920}
            height={1440}
            className="size-full object-cover"
          />
        ) : (
          'Not drawn yet'
        )}
      </div>
      <div className="mt-2 grid grid-cols-2 gap-2">
        <SmallSelect
          label="Season"
          options={SEASON_LABELS}
          value={view.season}
          onChange={({ target }) => change('season', target.value)}
        />
        <SmallSelect
          label="Light"
          options={LIGHT_LABELS}
          value={view.light}
          onChange={({ target }) => change('light', target.value)}
        />
        <div className="col-span-2">
          <SmallSelect
            label="Side"
            options={SIDE_LABELS}
            value={view.side}
            onChange={({ target }) => change('side', target.value)}
          />
        </div>
      </div>
    </fieldset>
  );
}
