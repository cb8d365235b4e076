import { Plus, Trash2 } from 'lucide-react';
import { memo, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatInches } from '#app/lib/lengths.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import {
  canAddOpening,
  findExtraObstacle,
  getSizeLimits,
} from '#drawing/design/constrain-design.ts';
import type { ExtraReason } from '#drawing/design/design-change.ts';
import {
  getEntrance,
  getWallLength,
  hasSideWalls,
  sortOpenings,
} from '#drawing/design/geometry.ts';
import {
  type DesignOpening,
  type Extra,
  LIMITS,
  OPENINGS,
  type OpeningType,
  type ShedDesign,
  WALLS,
  type Wall,
} from '#drawing/design/shed-design.ts';
import { getColorValue } from '../colors.ts';
import { EXTRA_REASONS } from '../describe-change.ts';
import {
  type DesignField,
  designFormFields,
  explainTrimmedWindows,
  getUsualSizes,
  toFormValues,
  toUsualSize,
} from '../design-form.ts';
import {
  EXTRA_LABELS,
  FOUNDATION_LABELS,
  MEASURE_LABELS,
  OPENING_LABELS,
  ROOFING_LABELS,
  WALL_LABELS,
} from '../design-labels.ts';
import { type FieldGroup, Notice } from '../design-notice.tsx';
import { formatDesignParams } from '../design-params.ts';
import { describeIncluded } from '../design-summary.ts';

import { listOffered, type OPTIONS, type Withdrawn } from '../offer.ts';
import { type Designer, useAfterFrame } from './use-designer.ts';
import { WallEditor } from './wall-editor.tsx';

export const designFormId = 'design-form';
export const control =
  'block w-full min-h-11 rounded-md border border-line-firm bg-sheet px-3 py-1.5 leading-tight';
const blankRows = 2;
const ends = ['front', 'back'] as const;

/** Applies what differs in the form. Its rows of openings apply themselves, and may show an earlier design. */
export function applyForm(
  { applyFields }: Pick<Designer, 'applyFields'>,
  form: HTMLFormElement | null,
  group?: FieldGroup,
  subject?: string,
): void {
  if (!form) return;
  const fields = readFields(form);
  fields.delete(designFormFields.opening);
  applyFields(fields, group, subject);
}

function readFields(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) fields.append(name, String(value));
  return fields;
}

type DesignFieldsProps = {
  designer: Designer;
  /** The wall whose openings are shown; by default that of the entrance. */
  edited: { wall: Wall } | undefined;
  onWall: (edited: { wall: Wall }) => void;
  /** Shows a design while an opening is dragged; undefined when it is put down. */
  onDrag: (design: ShedDesign | undefined) => void;
};

export const DesignFields = memo(({ designer, edited, onWall, onDrag }: DesignFieldsProps) => {
  const { design, view, notice, withdrawn, applyFields } = designer;
  const values = toFormValues(design);
  const followed = useAfterFrame(
    designer,
    notice.group === 'openings' || notice.group === 'extras',
  );
  const explained = followed.design;
  const included = describeIncluded(explained);
  const { sizes, usualSizes, widths, lengths, porches } = useMemo(
    () => getSizeOptions(design.style),
    [design.style],
  );
  const usualSize = toUsualSize(design);

  const select = (
    group: FieldGroup,
    name: DesignField,
    label: string,
    options: readonly Option[],
    hasSwatch?: boolean,
  ) => <Select {...{ group, name, label, options, hasSwatch, applyFields }} value={values[name]} />;
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
        <div className="grid gap-4 sm:grid-cols-2">
          {select('size', 'style', 'Style', offered.style)}
          <Choice label="Usual sizes">
            {(id) => (
              <select
                id={id}
                name={designFormFields.usualSize}
                value={usualSize}
                onChange={({ target }) => applyForm(designer, target.form, 'size', 'usual')}
                className={`${control} select-arrow`}
              >
                {usualSize === '' && <option value="">Another size</option>}
                <Options options={usualSizes} />
              </select>
            )}
          </Choice>
        </div>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-2">
          {select('size', 'width', MEASURE_LABELS.width, widths)}
          {select('size', 'length', MEASURE_LABELS.length, lengths)}
          {hasSideWalls(design) ? (
            select('size', 'height', MEASURE_LABELS.wallHeight, heights)
          ) : (
            <input type="hidden" name="height" value={values.height} />
          )}
          {select('size', 'porch', MEASURE_LABELS.porchDepth, porches)}
        </div>
        {describeSizes(sizes) && (
          <p className="text-ink-soft text-sm">
            {design.style}: {describeSizes(sizes)}.
          </p>
        )}
        {renderNotice('size')}
      </Group>
      <Group title="Materials and colours">
        <div className="grid grid-cols-2 gap-4">
          {select('materials', 'material', 'Siding', offered.material)}
          {select('materials', 'color', 'Wall colour', offered.wallColor, true)}
          {select('materials', 'trim', 'Trim colour', offered.trimColor, true)}
          {select('materials', 'roof', 'Roof colour', offered.roofColor, true)}
          {select('materials', 'roofing', 'Roofing', offered.roofing)}
          {select('materials', 'foundation', 'Foundation', offered.foundation)}
        </div>
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
              obstacle={findExtraObstacle(explained, extra)}
              partly={explainTrimmedWindows(explained, extra)}
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
});

type Option = readonly [value: string, label: string];

const toOptions = (list: readonly string[], labels: Record<string, string> = {}): Option[] =>
  list.map((name) => [name, labels[name] ?? name]);

const toFeetOptions = ({ min, max }: { min: number; max: number }): Option[] =>
  Array.from({ length: max - min + 1 }, (_, i) => [`${min + i}`, `${min + i} ft`]);

/** The options of selects: those that are offered, and that of the design. */
function useOffered({ design, withdrawn }: Designer) {
  const { style, material, wallColor, trimColor, roofColor, roofing, foundation } = design;
  return {
    style: useOptions(withdrawn, 'style', style),
    material: useOptions(withdrawn, 'material', material),
    wallColor: useOptions(withdrawn, 'wallColor', wallColor),
    trimColor: useOptions(withdrawn, 'trimColor', trimColor),
    roofColor: useOptions(withdrawn, 'roofColor', roofColor),
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
const wallOptions = toOptions(WALLS, WALL_LABELS);
const endOptions = toOptions(ends, WALL_LABELS);
const heights = Array.from(
  { length: (LIMITS.wallHeight.max - LIMITS.wallHeight.min) / LIMITS.wallHeight.step + 1 },
  (_, i): Option => {
    const inches = LIMITS.wallHeight.min + i * LIMITS.wallHeight.step;
    return [`${inches}`, formatInches(inches)];
  },
);

function getSizeOptions(style: ShedDesign['style']) {
  const sizes = getSizeLimits(style);
  const noPorch: Option[] = style === 'Porch' ? [] : [['0', 'None']];
  const usualSizes = getUsualSizes(style).map((size): Option => [size, `${size} ft`]);
  return {
    sizes,
    usualSizes,
    widths: toFeetOptions(sizes.width),
    lengths: toFeetOptions(sizes.length),
    porches: [...noPorch, ...toFeetOptions({ min: 3, max: LIMITS.porchDepth.max })],
  };
}

type SelectProps = Pick<Designer, 'applyFields'> & {
  group: FieldGroup;
  name: DesignField;
  label: string;
  value: string;
  options: readonly Option[];
  hasSwatch?: boolean | undefined;
};

const Select = memo(
  ({ group, name, label, value, options, hasSwatch, applyFields }: SelectProps) => (
    <Choice label={label} swatch={hasSwatch ? value : undefined}>
      {(id) => (
        <select
          id={id}
          name={name}
          value={value}
          onChange={({ target }) => applyForm({ applyFields }, target.form, group, name)}
          className={`${control} select-arrow`}
        >
          <Options options={options} />
        </select>
      )}
    </Choice>
  ),
);

const Options = memo(({ options }: { options: readonly Option[] }) =>
  options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  )),
);

type ExtraFieldProps = Pick<Designer, 'applyFields'> & {
  extra: Extra;
  isChosen: boolean;
  obstacle: ExtraReason | undefined;
  partly: string | undefined;
  isRefused: boolean;
};

const ExtraField = memo(
  ({ extra, isChosen, obstacle, partly, isRefused, applyFields }: ExtraFieldProps) => {
    const reason = obstacle ? `Not possible: ${EXTRA_REASONS[obstacle]}` : partly;
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
            aria-describedby={reason && id}
            className="size-6 shrink-0 accent-barn"
          />
          <span className="pt-0.5 leading-tight">{EXTRA_LABELS[extra]}</span>
        </label>
        {reason && (
          <p
            id={id}
            className={`-mt-2.5 pb-2.5 pl-8.5 text-sm leading-tight ${isRefused ? 'font-semibold text-barn' : 'text-ink-soft'}`}
          >
            {reason}
          </p>
        )}
      </li>
    );
  },
);

function describeSizes(sizes: ReturnType<typeof getSizeLimits>): string {
  return (['width', 'length'] as const)
    .filter((name) => sizes[name].min > LIMITS[name].min || sizes[name].max < LIMITS[name].max)
    .map(
      (name) => `${sizes[name].min} to ${sizes[name].max} ft ${name === 'width' ? 'wide' : 'long'}`,
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

function Choice({
  label,
  swatch,
  children,
}: {
  label: string;
  swatch?: string | undefined;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 flex items-center gap-2 font-semibold text-[0.9375rem]">
        {swatch && (
          <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
            <rect
              x=".5"
              y=".5"
              width="15"
              height="15"
              fill={getColorValue(swatch)}
              stroke="#857a66"
            />
          </svg>
        )}
        {label}
      </label>
      {children(id)}
    </div>
  );
}

/**
 * With scripts a wall with its openings, of which others are added; without them a row for each opening
 * and two blank ones.
 */
const Openings = memo(({ designer, edited, onWall, onDrag }: DesignFieldsProps) => {
  const { design, notice, withdrawn, applyOpenings } = designer;
  const openings = sortOpenings(design.openings);
  const walls: readonly Wall[] = hasSideWalls(design) ? WALLS : ends;
  const wall = edited && walls.includes(edited.wall) ? edited.wall : getEntrance(design);
  const rows = useRef<HTMLUListElement>(null);
  // Finds what has the focus once the changed openings are rendered.
  const findFocus =
    useRef<(changed: readonly DesignOpening[]) => HTMLElement | null | undefined>(undefined);
  useEffect(() => {
    findFocus.current?.(openings)?.focus();
    findFocus.current = undefined;
  });
  function removeRow(removed: number) {
    if (!applyOpenings(openings.filter((_, i) => i !== removed))) return;
    const isShown = ({ wall: own }: DesignOpening) => own === wall;
    findFocus.current = (changed) => {
      const next = changed.findIndex((opening, i) => i >= removed && isShown(opening));
      const row = rows.current?.children[next < 0 ? changed.findLastIndex(isShown) : next];
      return row?.querySelector('button') ?? document.getElementById('add-opening');
    };
  }
  function changeRow(index: number, to: DesignOpening) {
    const field = document.activeElement;
    if (
      !applyOpenings(
        openings.map((opening, i) => (i === index ? to : opening)),
        getSubject(index),
      )
    )
      return;
    if (rows.current?.children[index]?.contains(field)) {
      const name = field?.getAttribute('name') ?? '';
      const others = openings.filter((_, i) => i !== index);
      findFocus.current = (changed) => {
        const moved = changed.findIndex(
          ({ type, wall: own, position }) =>
            type === to.type &&
            own === to.wall &&
            !others.some((other) => other.wall === own && other.position === position),
        );
        return rows.current?.children[moved]?.querySelector<HTMLElement>(`[name="${name}"]`);
      };
    }
    if (to.wall !== openings[index]?.wall) onWall({ wall: to.wall });
  }
  const isHere = notice.group === 'openings';
  const changedRow = openings.findIndex(
    (opening, index) => isHere && opening.wall === wall && notice.subject === getSubject(index),
  );
  return (
    <>
      {openings.length === 0 && <input type="hidden" name={designFormFields.opening} value="" />}
      <WallEditor {...{ design, applyOpenings, walls, wall, onWall, onDrag }} />
      <ul ref={rows} className="grid gap-4 empty:hidden">
        {openings.map((opening, index) => (
          <OpeningRow
            // biome-ignore lint/suspicious/noArrayIndexKey: openings have no identity
            key={index}
            number={index + 1}
            opening={opening}
            walls={walls}
            types={listOpeningTypes(withdrawn, [opening.type])}
            maxPosition={getWallLength(design, opening.wall)}
            isShown={opening.wall === wall}
            onChange={(changed) => changeRow(index, changed)}
            onRemove={() => removeRow(index)}
          >
            {index === changedRow && <Notice key={notice.time} notice={notice} className="mt-2" />}
          </OpeningRow>
        ))}
      </ul>
      <ul className="grid gap-4 scripting:hidden">
        {Array.from({ length: blankRows }, (_, i) => (
          <OpeningRow
            // biome-ignore lint/suspicious/noArrayIndexKey: blank rows are all the same
            key={i}
            number={openings.length + i + 1}
            walls={walls}
            types={listOpeningTypes(withdrawn)}
          />
        ))}
      </ul>
      <AddOpening
        design={design}
        types={listOpeningTypes(withdrawn)}
        wall={wall}
        onAdd={(type) => {
          const position = Math.round((getWallLength(design, wall) - OPENINGS[type].width) / 2);
          applyOpenings([...openings, { type, wall, position }]);
        }}
      />
      {isHere && changedRow < 0 && <Notice key={notice.time} notice={notice} />}
    </>
  );
});

const listOpeningTypes = (withdrawn: Withdrawn, own: readonly OpeningType[] = []) => [
  ...listOffered(withdrawn, 'door', own),
  ...listOffered(withdrawn, 'window', own),
];

const getSubject = (index: number) => `opening ${index}`;

type OpeningRowProps = {
  number: number;
  walls: readonly Wall[];
  types: readonly OpeningType[];
  opening?: DesignOpening;
  maxPosition?: number;
  /** Whether it is shown with scripts too. */
  isShown?: boolean;
  onChange?: (opening: DesignOpening) => void;
  onRemove?: () => void;
  children?: ReactNode;
};

function OpeningRow({
  number,
  walls,
  types,
  opening,
  maxPosition,
  isShown = true,
  onChange,
  onRemove,
  children,
}: OpeningRowProps) {
  const isBlank = opening === undefined;
  return (
    <li className={isShown ? '' : 'scripting:hidden'}>
      <fieldset className="grid grid-cols-2 gap-2 scripting:grid-cols-[1fr_1fr_auto]">
        <legend className="sr-only">Door or window {number}</legend>
        <select
          name={designFormFields.opening}
          aria-label={`Door or window ${number}: type`}
          {...(isBlank
            ? { defaultValue: '' }
            : {
                value: opening.type,
                onChange: ({ target }) =>
                  target.value === ''
                    ? onRemove?.()
                    : onChange?.({ ...opening, type: target.value as OpeningType }),
              })}
          className={`${control} select-arrow col-span-2`}
        >
          <option value="">{isBlank ? 'Add a door or window' : 'Remove'}</option>
          <Options options={toOptions(types, OPENING_LABELS)} />
        </select>
        {!isBlank && (
          <span className="col-start-3 row-start-1 hidden scripting:block">
            <Button
              variant="secondary"
              aria-label={`Remove door or window ${number}`}
              onClick={onRemove}
              className="min-h-11! px-3!"
            >
              <Trash2 aria-hidden="true" className="size-5" />
            </Button>
          </span>
        )}
        <select
          name={designFormFields.wall}
          aria-label={`Door or window ${number}: wall`}
          {...(isBlank
            ? { defaultValue: 'front' }
            : {
                value: opening.wall,
                onChange: ({ target }) => onChange?.({ ...opening, wall: target.value as Wall }),
              })}
          className={`${control} select-arrow`}
        >
          <Options options={walls.length === WALLS.length ? wallOptions : endOptions} />
        </select>
        <PositionField
          label={`Door or window ${number}: inches from the left corner`}
          value={opening?.position}
          max={maxPosition}
          onCommit={(position) => opening && onChange?.({ ...opening, position })}
        />
      </fieldset>
      {children}
    </li>
  );
}

type PositionFieldProps = {
  label: string;
  value: number | undefined;
  max: number | undefined;
  onCommit: (position: number) => void;
};

/** Applied when it is left or Enter is pressed: what is typed halfway would move the opening. */
function PositionField({ label, value, max, onCommit }: PositionFieldProps) {
  const [typed, setTyped] = useState<string>();
  function commit() {
    const position = typed?.trim() ? Math.round(Number(typed)) : Number.NaN;
    if (Number.isFinite(position) && position !== value) onCommit(Math.min(position, max ?? 0));
    setTyped(undefined);
  }
  return (
    <div className="relative scripting:col-span-2">
      <input
        type="number"
        inputMode="numeric"
        name={designFormFields.position}
        aria-label={label}
        min={0}
        max={max}
        value={typed ?? value ?? ''}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || value === undefined) return;
          event.preventDefault();
          commit();
        }}
        className={`${control} pr-20`}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-ink-soft text-sm"
      >
        in from left
      </span>
    </div>
  );
}

type AddOpeningProps = {
  design: ShedDesign;
  types: readonly OpeningType[];
  wall: Wall;
  onAdd: (type: OpeningType) => void;
};

function AddOpening({ design, types, wall, onAdd }: AddOpeningProps) {
  const [chosen, setChosen] = useState<OpeningType>('window-24x36');
  const hasRoom = (type: OpeningType) => canAddOpening(design, { type, wall });
  const isFull = design.openings.length >= LIMITS.openings;
  const fitting = isFull ? [] : types.filter(hasRoom);
  const type = fitting.includes(chosen) ? chosen : fitting[0];
  const wallName = `${WALL_LABELS[wall].toLowerCase()} wall`;
  const others = types.filter((each) => !fitting.includes(each));
  return (
    <div className="hidden gap-1.5 scripting:grid">
      {type ? (
        <>
          <label htmlFor="add-opening" className="font-semibold text-[0.9375rem]">
            Add to the {wallName}
          </label>
          <div className="grid grid-cols-[1fr_auto] gap-2">
            <select
              id="add-opening"
              value={type}
              onChange={({ target }) => setChosen(target.value as OpeningType)}
              className={`${control} select-arrow`}
            >
              {fitting.map((each) => (
                <option key={each} value={each}>
                  {OPENING_LABELS[each]}
                </option>
              ))}
            </select>
            <Button variant="secondary" onClick={() => onAdd(type)} className="min-h-11! px-3!">
              <Plus aria-hidden="true" className="size-5" />
              Add
            </Button>
          </div>
          {others.length > 0 && (
            <p className="text-ink-soft text-sm">
              No room in the {wallName} for: {others.map(toLowerLabel).join(', ')}.
            </p>
          )}
        </>
      ) : (
        <p>
          {isFull
            ? `A shed has at most ${LIMITS.openings} doors and windows.`
            : `The ${wallName} has no room for another door or window: each is 6 in or more from corners and posts, with its studs beside it.`}
        </p>
      )}
    </div>
  );
}

const toLowerLabel = (type: OpeningType) => OPENING_LABELS[type].toLowerCase();
