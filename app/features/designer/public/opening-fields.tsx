import { Trash2 } from 'lucide-react';
import { memo, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { canAddOpening, MIN_CLEARANCE } from '#drawing/design/constrain-design.ts';
import {
  getEntrance,
  getWallLength,
  hasSideWalls,
  sortOpenings,
} from '#drawing/design/design-geometry.ts';
import {
  type DesignOpening,
  LIMITS,
  type OpeningType,
  type ShedDesign,
  WALLS,
  type Wall,
} from '#drawing/design/shed-design.ts';
import { formatLength, formatMetres, type Units } from '#drawing/geometry/lengths.ts';
import { addOpening, designFormFields } from '../design-form.ts';
import { getOpeningLabel, WALL_LABELS } from '../design-labels.ts';
import { Notice } from '../design-notice.tsx';
import { listOffered, type Withdrawn } from '../offer.ts';
import { ChoicePrice } from './choice-price.tsx';
import { control, Options, toOptions } from './form-controls.tsx';
import { card, Picture } from './picture-choices.tsx';
import type { Designer } from './use-designer.ts';
import { WallEditor } from './wall-editor.tsx';

export type OpeningsProps = {
  designer: Designer;
  /** The wall whose openings are shown; by default that of the entrance. */
  edited: { wall: Wall } | undefined;
  onWall: (edited: { wall: Wall }) => void;
  /** Shows a design while an opening is dragged; undefined when it is put down. */
  onDrag: (design: ShedDesign | undefined) => void;
};

const blankRows = 2;

const ends = ['front', 'back'] as const;

const wallOptions = toOptions(WALLS, WALL_LABELS);

const endOptions = toOptions(ends, WALL_LABELS);

/**
 * With scripts a wall with its openings, of which others are added; without them a row for each opening
 * and two blank ones.
 */
export const Openings = memo(({ designer, edited, onWall, onDrag }: OpeningsProps) => {
  const { design, view, notice, withdrawn, applyOpenings } = designer;
  const { units } = view;
  const openings = sortOpenings(design.openings);
  const walls: readonly Wall[] = hasSideWalls(design) ? WALLS : ends;
  const wall = edited && walls.includes(edited.wall) ? edited.wall : getEntrance(design);
  const rows = useRef<HTMLUListElement>(null);
  // Finds what has the focus once the changed openings are rendered.
  const findFocus =
    useRef<(changed: readonly DesignOpening[]) => HTMLElement | null | undefined>(undefined);
  // By content: the end of a navigation renders equal openings once more, perhaps before the change.
  const shown = JSON.stringify(openings);
  useEffect(() => {
    findFocus.current?.(JSON.parse(shown))?.focus();
    findFocus.current = undefined;
  }, [shown]);
  function removeRow(removed: number) {
    if (!applyOpenings(openings.filter((_, i) => i !== removed))) return;
    const isShown = ({ wall: own }: DesignOpening) => own === wall;
    findFocus.current = (changed) => {
      const next = changed.findIndex((opening, i) => i >= removed && isShown(opening));
      const row = rows.current?.children[next < 0 ? changed.findLastIndex(isShown) : next];
      return row?.querySelector('button') ?? document.getElementById(addOpeningId);
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
      <WallEditor {...{ design, units, applyOpenings, walls, wall, onWall, onDrag }} />
      <ul ref={rows} className="grid gap-4 empty:hidden">
        {openings.map((opening, index) => (
          <OpeningRow
            // biome-ignore lint/suspicious/noArrayIndexKey: openings have no identity
            key={index}
            number={index + 1}
            opening={opening}
            walls={walls}
            types={listOpeningTypes(withdrawn, [opening.type])}
            units={units}
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
            units={units}
          />
        ))}
      </ul>
      <AddOpening
        design={design}
        types={listOpeningTypes(withdrawn)}
        units={units}
        wall={wall}
        onAdd={(type) => {
          if (!applyOpenings(addOpening(design, type, wall))) return;
          // The button is gone if the wall has no room for another one.
          findFocus.current = () =>
            document.activeElement === document.body
              ? document.getElementById(addOpeningId)
              : undefined;
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
  units: Units | undefined;
  opening?: DesignOpening;
  maxPosition?: number;
  /** False if it is shown only without scripts. */
  isShown?: boolean;
  onChange?: (opening: DesignOpening) => void;
  onRemove?: () => void;
  children?: ReactNode;
};

function OpeningRow({
  number,
  walls,
  types,
  units,
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
          <Options options={types.map((type) => [type, getOpeningLabel(type, units)])} />
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
        className={`${control} pr-20 scripting:pr-40`}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-ink-soft text-sm"
      >
        in from left
        {value !== undefined && (
          <span className="hidden whitespace-pre scripting:inline"> ({formatMetres(value)})</span>
        )}
      </span>
    </div>
  );
}

type AddOpeningProps = {
  design: ShedDesign;
  types: readonly OpeningType[];
  units: Units | undefined;
  wall: Wall;
  onAdd: (type: OpeningType) => void;
};

function AddOpening({ design, types, units, wall, onAdd }: AddOpeningProps) {
  const id = useId();
  const hasRoom = (type: OpeningType) => canAddOpening(design, { type, wall });
  const isFull = design.openings.length >= LIMITS.openings;
  const fitting = isFull ? [] : types.filter(hasRoom);
  const wallName = `${WALL_LABELS[wall].toLowerCase()} wall`;
  const others = types.filter((each) => !fitting.includes(each));
  if (fitting.length === 0) {
    return (
      <p className="hidden scripting:block">
        {isFull
          ? `A shed can have up to ${LIMITS.openings} doors and windows.`
          : `The ${wallName} has no room for another door or window: each needs ${formatLength(MIN_CLEARANCE, units)} or more from corners and posts, and room for its studs.`}
      </p>
    );
  }
  return (
    <fieldset className="hidden min-w-0 scripting:block">
      <legend className="mb-1 font-semibold text-[0.9375rem]">Add to the {wallName}</legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">
        {fitting.map((type, index) => (
          <button
            key={type}
            id={index === 0 ? addOpeningId : undefined}
            type="button"
            onClick={() => onAdd(type)}
            aria-labelledby={`${id}${type} ${id}${type}-price`}
            className={`${card} hover:border-ink`}
          >
            <Picture kind="opening" value={type} design={design} />
            <span id={`${id}${type}`}>{getOpeningLabel(type, units)}</span>
            <ChoicePrice id={`${id}${type}-price`} field={wall} value={type} />
          </button>
        ))}
      </div>
      {others.length > 0 && (
        <p className="mt-1.5 text-ink-soft text-sm">
          No room on the {wallName} for:{' '}
          {others.map((type) => getOpeningLabel(type, units).toLowerCase()).join(', ')}.
        </p>
      )}
    </fieldset>
  );
}

/** The first of the buttons that add an opening. */
const addOpeningId = 'add-opening';
