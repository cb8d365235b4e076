import { memo, useEffect, useId, useRef, useState } from 'react';
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
import { formatLength, type Units } from '#drawing/geometry/lengths.ts';
import { addOpening, designFormFields, getOpeningField } from '../design-form.ts';
import { getOpeningLabel, WALL_LABELS } from '../design-labels.ts';
import { Notice } from '../design-notice.tsx';
import { listOffered, type Withdrawn } from '../offer.ts';
import { ChoicePrice } from './choice-price.tsx';
import { ends, OpeningRow } from './opening-row.tsx';
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
  const [open, setOpen] = useState<number>();
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
    setOpen(undefined);
    const isShown = ({ wall: own }: DesignOpening) => own === wall;
    findFocus.current = (changed) => {
      const next = changed.findIndex((opening, i) => i >= removed && isShown(opening));
      const row = rows.current?.children[next < 0 ? changed.findLastIndex(isShown) : next];
      return (
        row?.querySelector<HTMLElement>('button[aria-label]') ??
        document.getElementById(addOpeningId)
      );
    };
  }
  function changeRow(index: number, to: DesignOpening) {
    const field = document.activeElement;
    if (
      !applyOpenings(
        openings.map((opening, i) => (i === index ? to : opening)),
        getOpeningField(index),
      )
    )
      return;
    const hasFocus = field && rows.current?.children[index]?.contains(field);
    const others = openings.filter((_, i) => i !== index);
    findFocus.current = (changed) => {
      const moved = changed.findIndex(
        ({ type, wall: own, position }) =>
          type === to.type &&
          own === to.wall &&
          !others.some((other) => other.wall === own && other.position === position),
      );
      if (moved !== index) setOpen((row) => (row === index ? moved : undefined));
      if (!hasFocus) return undefined;
      if (moved === index) return field as HTMLElement;
      const row = rows.current?.children[moved];
      const name = field.getAttribute('name') ?? '';
      return row?.querySelector<HTMLElement>(`[name="${name}"]`) ?? row?.querySelector('button');
    };
    if (to.wall !== openings[index]?.wall) onWall({ wall: to.wall });
  }
  const isHere = notice.group === 'openings';
  const changedRow = openings.findIndex(
    (opening, index) =>
      isHere && opening.wall === wall && notice.subject === getOpeningField(index),
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
            designer={designer}
            opening={opening}
            walls={walls}
            types={listOpeningTypes(withdrawn, [opening.type])}
            units={units}
            maxPosition={getWallLength(design, opening.wall)}
            isShown={opening.wall === wall}
            isOpen={index === open}
            onToggle={() => setOpen(index === open ? undefined : index)}
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
          setOpen(undefined);
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
