import { lazy, memo, type ReactNode, Suspense, useId } from 'react';
import type { ColorKind, ShedDesign } from '#drawing/design/shed-design.ts';
import type { FieldGroup } from '../design-form.ts';
import type { PictureKind } from './choice-pictures.tsx';
import { ChoicePrice } from './choice-price.tsx';
import type { Option } from './form-controls.tsx';
import { applyForm, type Designer } from './use-designer.ts';

/** The words are enough where the script cannot be loaded. */
const loadPictures = () => import('./choice-pictures.tsx').catch(() => null);
const Nothing = memo((_: object) => null);
const ChoicePicture = lazy(async () => ({
  default: (await loadPictures())?.ChoicePicture ?? Nothing,
}));
const Swatch = lazy(async () => ({ default: (await loadPictures())?.Swatch ?? Nothing }));

/** The design whose size and colors the pictures have is shown a frame after its change. */
type PictureProps = { kind: PictureKind; value: string; design: ShedDesign };

export const Picture = (props: PictureProps) => (
  <span aria-hidden="true" className="block h-14">
    <Suspense fallback={null}>
      <ChoicePicture {...props} />
    </Suspense>
  </span>
);

/** The frame of a choice; its control stands before it and is its `peer`. */
export const card =
  'grid h-full content-start gap-1 rounded-md border border-line-firm bg-sheet p-1.5 text-center text-sm leading-tight peer-checked:border-ink peer-checked:font-semibold peer-checked:shadow-[inset_0_0_0_2px_var(--color-ink)] peer-hover:border-ink peer-focus-visible:outline-3 peer-focus-visible:outline-ink peer-focus-visible:outline-offset-2';

type ChoicesProps = Pick<Designer, 'applyFields'> & {
  group: FieldGroup;
  name: string;
  label: string;
  options: readonly Option[];
  /** Empty if none of the options is chosen. */
  value: string;
  /** What a choice does, if not to apply the form. */
  onChoose?: (value: string) => void;
};

type RadioCardsProps = ChoicesProps & {
  columns: string;
  renderCard: (option: Option, ids: { name: string; price: string }) => ReactNode;
};

function RadioCards(props: RadioCardsProps) {
  const { group, name, label, options, value, applyFields, onChoose, columns, renderCard } = props;
  const id = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold text-[0.9375rem]">{label}</legend>
      <div className={`grid gap-2 ${columns}`}>
        {options.map((option, index) => {
          const [sent] = option;
          const ids = { name: `${id}${index}-name`, price: `${id}${index}-price` };
          return (
            <label key={sent} className="relative block min-w-0">
              <input
                type="radio"
                name={name}
                value={sent}
                checked={sent === value}
                onChange={({ target }) =>
                  onChoose ? onChoose(sent) : applyForm({ applyFields }, target.form, group, name)
                }
                aria-labelledby={ids.name}
                aria-describedby={ids.price}
                className="peer absolute inset-0 size-full cursor-pointer opacity-0"
              />
              {renderCard(option, ids)}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

type PictureChoicesProps = ChoicesProps & {
  kind: PictureKind;
  columns: string;
  design: ShedDesign;
};

/** Radio buttons with a picture and a price each. */
export const PictureChoices = memo(({ kind, design, ...choices }: PictureChoicesProps) => (
  <RadioCards
    {...choices}
    renderCard={([option, text], ids) => (
      <span className={card}>
        <Picture kind={kind} value={option} design={design} />
        <span id={ids.name}>{text}</span>
        <ChoicePrice
          id={ids.price}
          field={choices.name}
          value={option}
          isChosen={option === choices.value}
        />
      </span>
    )}
  />
));

/** Radio buttons with a color each. */
export const ColorChoices = memo(({ kind, ...choices }: ChoicesProps & { kind: ColorKind }) => (
  <RadioCards
    {...choices}
    columns={
      choices.options.some(([option, text]) => text !== option)
        ? 'grid-cols-[repeat(auto-fill,minmax(6rem,1fr))]'
        : 'grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))]'
    }
    renderCard={([option, text], ids) => (
      <span className={card}>
        <span className="block h-7">
          <Suspense fallback={null}>
            <Swatch kind={kind} color={option} />
          </Suspense>
        </span>
        <span id={ids.name} className="wrap-anywhere">
          {text}
        </span>
      </span>
    )}
  />
));
