import {
  type ComponentProps,
  memo,
  type ReactNode,
  Suspense,
  useContext,
  useId,
  useMemo,
} from 'react';
import { buttonClass } from '#app/ui/button.tsx';
import { findExtraObstacle, getSizeLimits } from '#drawing/design/constrain-design.ts';
import type { ExtraReason } from '#drawing/design/design-change.ts';
import { hasSideWalls } from '#drawing/design/design-geometry.ts';
import {
  type ColorKind,
  EXTRAS,
  type Extra,
  getRoofColorKind,
  LIMITS,
  type ShedDesign,
} from '#drawing/design/shed-design.ts';
import { formatFootprint, formatLength, type Units } from '#drawing/geometry/lengths.ts';
import { getExtraReason } from '../describe-change.ts';
import { describeColor } from '../describe-colors.ts';
import {
  type DesignField,
  designFormFields,
  explainTrimmedWindows,
  type FieldGroup,
  getUsualSizes,
  listPorchDepths,
  toFormValues,
  toUsualSize,
} from '../design-form.ts';
import {
  EXTRA_LABELS,
  FOUNDATION_LABELS,
  MEASURE_LABELS,
  ROOFING_LABELS,
} from '../design-labels.ts';
import { Notice } from '../design-notice.tsx';
import { formatDesignParams } from '../design-params.ts';
import { describeIncluded } from '../design-summary.ts';
import { listOffered, type OPTIONS, type Withdrawn } from '../offer.ts';
import { ChoicePrice, PricedOption, PricesNote } from './choice-price.tsx';
import { control, type Option, Options, toOptions } from './form-controls.tsx';
import { Openings, type OpeningsProps } from './opening-fields.tsx';
import { ColorChoices, PictureChoices } from './picture-choices.tsx';
import {
  applyForm,
  ColorCardContext,
  type Designer,
  designFormId,
  useAfterFrame,
} from './use-designer.ts';

/** The form of a design. It is hydrated by itself, after the view, unless it is touched. */
export const DesignFields = memo((props: OpeningsProps) => (
  <Suspense fallback={null}>
    <Fields {...props} />
  </Suspense>
));

function Fields({ designer, edited, onWall, onDrag }: OpeningsProps) {
  const { design, view, notice, withdrawn, applyFields } = designer;
  const values = toFormValues(design);
  const followed = useAfterFrame(
    designer,
    notice.group === 'openings' || notice.group === 'extras',
  );
  const explained = followed.design;
  const included = describeIncluded(explained);
  const { sizes, usualSizes, widths, lengths, heights, porches } = useMemo(
    () => getSizeOptions(design.style, view.units),
    [design.style, view.units],
  );
  const usualSize = toUsualSize(design);
  const extraNotes = useMemo(
    () =>
      new Map(
        EXTRAS.map((extra) => [
          extra,
          {
            obstacle: findExtraObstacle(explained, extra),
            partly: explainTrimmedWindows(explained, extra),
          },
        ]),
      ),
    [explained],
  );

  const select = (
    group: FieldGroup,
    name: DesignField,
    label: string,
    options: readonly Option[],
    hasPrices = false,
  ) => <Select {...{ group, name, label, options, hasPrices, applyFields }} value={values[name]} />;
  const pictures = (
    choices: Omit<ComponentProps<typeof PictureChoices>, 'applyFields' | 'design'>,
  ) => <PictureChoices {...choices} applyFields={applyFields} design={explained} />;
  const colors = (
    name: 'color' | 'trim' | 'roof',
    kind: ColorKind,
    label: string,
    options: readonly Option[],
  ) => (
    <ColorChoices
      {...{ group: 'materials', name, kind, label, options, applyFields }}
      value={values[name]}
    />
  );
  const offered = useOffered(designer);
  const renderNotice = (group: FieldGroup) =>
    notice.group === group && <Notice key={notice.time} notice={notice} />;
  return (
    <form
      id={designFormId}
      method="get"
      action="/design"
      autoComplete="off"
      aria-label="Your shed"
      onSubmit={(event) => {
        event.preventDefault();
        applyForm(designer, event.currentTarget);
      }}
      className="grid gap-7"
    >
      <input
        type="hidden"
        name={designFormFields.from}
        value={formatDesignParams(design).toString()}
      />
      {view.withdrawn && <input type="hidden" name="withdrawn" value="yes" />}
      <Group title="Style and size" name="size">
        <PricesNote />
        {pictures({
          ...{ group: 'size', name: 'style', label: 'Style', kind: 'style' },
          options: offered.style,
          value: values.style,
          columns: 'grid-cols-3 sm:grid-cols-4',
        })}
        <div>
          {pictures({
            ...{ group: 'size', name: designFormFields.usualSize, kind: 'size' },
            label: 'Standard sizes',
            options: usualSizes,
            value: usualSize,
            columns: 'grid-cols-3 min-[24rem]:grid-cols-4 sm:grid-cols-5',
          })}
          <p className="mt-1.5 text-ink-soft text-sm">
            To scale, with a garden tractor: {formatFootprint({ width: 4, length: 6 }, view.units)}.
          </p>
        </div>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-2">
          {select('size', 'width', MEASURE_LABELS.width, widths)}
          {select('size', 'length', MEASURE_LABELS.length, lengths)}
          {hasSideWalls(design) ? (
            select('size', 'height', MEASURE_LABELS.wallHeight, heights)
          ) : (
            <input type="hidden" name="height" value={values.height} />
          )}
          {select('size', 'porch', MEASURE_LABELS.porchDepth, porches, true)}
        </div>
        {describeSizes(sizes, view.units) && (
          <p className="text-ink-soft text-sm">
            {design.style}: {describeSizes(sizes, view.units)}.
          </p>
        )}
        {renderNotice('size')}
      </Group>
      <Group title="Materials and colours">
        {pictures({
          ...{ group: 'materials', name: 'material', label: 'Siding', kind: 'siding' },
          options: offered.material,
          value: values.material,
          columns: 'grid-cols-2 min-[24rem]:grid-cols-4',
        })}
        {colors('color', 'wallColor', 'Wall colour', offered.wallColor)}
        {colors('trim', 'trimColor', 'Trim colour', offered.trimColor)}
        {pictures({
          ...{ group: 'materials', name: 'roofing', label: 'Roofing', kind: 'roofing' },
          options: offered.roofing,
          value: values.roofing,
          columns: 'grid-cols-2',
        })}
        {colors('roof', getRoofColorKind(design), 'Roof colour', offered.roofColor)}
        {select('materials', 'foundation', 'Foundation', offered.foundation, true)}
        {renderNotice('materials')}
      </Group>
      <Group title="Doors and windows">
        <Openings designer={followed} edited={edited} onWall={onWall} onDrag={onDrag} />
        {included && <p className="text-ink-soft text-sm">Included: {included}.</p>}
      </Group>
      <Group title="Extras">
        <input type="hidden" name={designFormFields.extras} value="none" />
        <ul className="grid grid-cols-2 gap-x-4">
          {listOffered(withdrawn, 'extra', design.extras).map((extra) => (
            <ExtraField
              key={extra}
              extra={extra}
              isChosen={design.extras.includes(extra)}
              obstacle={extraNotes.get(extra)?.obstacle}
              units={view.units}
              partly={extraNotes.get(extra)?.partly}
              isRefused={notice.group === 'extras' && notice.subject === extra}
              applyFields={applyFields}
            />
          ))}
        </ul>
        {renderNotice('extras')}
      </Group>
      <button type="submit" className={buttonClass('primary', 'scripting:hidden')}>
        Update the shed
      </button>
    </form>
  );
}

const toFeetOptions = (
  { min, max }: { min: number; max: number },
  units: Units | undefined,
): Option[] =>
  Array.from({ length: max - min + 1 }, (_, i) => [
    `${min + i}`,
    formatLength(12 * (min + i), units),
  ]);

/** The options of selects: those that are offered, and that of the design. */
function useOffered({ design, withdrawn }: Designer) {
  const { style, material, wallColor, trimColor, roofColor, roofing, foundation } = design;
  return {
    style: useOptions(withdrawn, 'style', style),
    material: useOptions(withdrawn, 'material', material),
    wallColor: useColors(withdrawn, 'wallColor', wallColor),
    trimColor: useColors(withdrawn, 'trimColor', trimColor),
    roofColor: useColors(withdrawn, getRoofColorKind(design), roofColor),
    roofing: useOptions(withdrawn, 'roofing', roofing, ROOFING_LABELS),
    foundation: useOptions(withdrawn, 'foundation', foundation, FOUNDATION_LABELS),
  };
}

const useOptions = (
  withdrawn: Withdrawn,
  kind: keyof typeof OPTIONS,
  own: string,
  labels?: Record<string, string>,
) =>
  useMemo(
    () => toOptions(listOffered(withdrawn, kind, [own]), labels),
    [withdrawn, kind, own, labels],
  );

function useColors(withdrawn: Withdrawn, kind: ColorKind, own: string) {
  const card = useContext(ColorCardContext);
  return useMemo(
    () =>
      listOffered(withdrawn, kind, [own]).map(
        (color): Option => [color, describeColor(card, kind, color)],
      ),
    [withdrawn, kind, own, card],
  );
}

const wallHeights = Array.from(
  { length: (LIMITS.wallHeight.max - LIMITS.wallHeight.min) / LIMITS.wallHeight.step + 1 },
  (_, i) => LIMITS.wallHeight.min + i * LIMITS.wallHeight.step,
);

function getSizeOptions(style: ShedDesign['style'], units: Units | undefined) {
  const sizes = getSizeLimits(style);
  const usualSizes = getUsualSizes(style).map((size): Option => {
    const [width = 0, length = 0] = size.split('x').map(Number);
    // The cards are narrower than a size.
    return [size, formatFootprint({ width, length }, units).replace('\u00a0x\u00a0', ' x ')];
  });
  return {
    sizes,
    usualSizes,
    widths: toFeetOptions(sizes.width, units),
    lengths: toFeetOptions(sizes.length, units),
    heights: wallHeights.map((inches): Option => [`${inches}`, formatLength(inches, units)]),
    porches: listPorchDepths(style).map(
      (feet): Option => [`${feet}`, feet ? formatLength(12 * feet, units) : 'None'],
    ),
  };
}

type SelectProps = Pick<Designer, 'applyFields'> & {
  group: FieldGroup;
  name: DesignField;
  label: string;
  value: string;
  options: readonly Option[];
  hasPrices: boolean;
};

const Select = memo(
  ({ group, name, label, value, options, hasPrices, applyFields }: SelectProps) => (
    <Choice label={label}>
      {(id) => (
        <select
          id={id}
          name={name}
          value={value}
          onChange={({ target }) => applyForm({ applyFields }, target.form, group, name)}
          className={`${control} select-arrow`}
        >
          {hasPrices ? (
            options.map(([option, text]) => (
              <PricedOption
                key={option}
                field={name}
                value={option}
                label={text}
                isChosen={option === value}
              />
            ))
          ) : (
            <Options options={options} />
          )}
        </select>
      )}
    </Choice>
  ),
);

type ExtraFieldProps = Pick<Designer, 'applyFields'> & {
  extra: Extra;
  isChosen: boolean;
  obstacle: ExtraReason | undefined;
  units: Units | undefined;
  partly: string | undefined;
  isRefused: boolean;
};

const ExtraField = memo(
  ({ extra, isChosen, obstacle, units, partly, isRefused, applyFields }: ExtraFieldProps) => {
    const reason = obstacle ? `Not possible: ${getExtraReason(obstacle, units)}` : partly;
    const id = useId();
    return (
      <li>
        <label className="flex min-h-11 items-start gap-2.5 py-2.5">
          <input
            type="checkbox"
            name={designFormFields.extras}
            value={extra}
            checked={isChosen}
            onChange={({ target }) => applyForm({ applyFields }, target.form, 'extras', extra)}
            aria-labelledby={`${id}-name`}
            aria-describedby={`${id}-reason ${id}-price`}
            className="size-6 shrink-0 accent-brand"
          />
          <span className="pt-0.5 leading-tight">
            <span id={`${id}-name`}>{EXTRA_LABELS[extra]}</span>{' '}
            <ChoicePrice
              id={`${id}-price`}
              field={designFormFields.extras}
              value={extra}
              isChosen={isChosen}
            />
          </span>
        </label>
        {reason && (
          <p
            id={`${id}-reason`}
            className={`-mt-2.5 pb-2.5 pl-8.5 text-sm leading-tight ${isRefused ? 'font-semibold text-barn' : 'text-ink-soft'}`}
          >
            {reason}
          </p>
        )}
      </li>
    );
  },
);

function describeSizes(sizes: ReturnType<typeof getSizeLimits>, units: Units | undefined): string {
  return (['width', 'length'] as const)
    .filter((name) => sizes[name].min > LIMITS[name].min || sizes[name].max < LIMITS[name].max)
    .map(
      (name) =>
        `${formatLength(12 * sizes[name].min, units)} to ${formatLength(12 * sizes[name].max, units)} ${name === 'width' ? 'wide' : 'long'}`,
    )
    .join(', ');
}

/** Browsers record a stacking context for painting only when something in it changes. */
function Group({ title, name, children }: { title: string; name?: string; children: ReactNode }) {
  return (
    <fieldset name={name} className="isolate grid min-w-0 gap-4">
      <legend className="mb-3 w-full border-line border-t pt-4">
        <h2 className="font-display font-semibold text-xl">{title}</h2>
      </legend>
      {children}
    </fieldset>
  );
}

function Choice({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-semibold text-[0.9375rem]">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
