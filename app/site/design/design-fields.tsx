import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import {
  applyDesignForm,
  type DesignField,
  designFormFields,
  setOpenings,
  toFormValues,
} from '#app/domain/designs/design-form.ts';
import {
  EXTRA_LABELS,
  FOUNDATION_LABELS,
  MEASURE_LABELS,
  OPENING_LABELS,
  ROOFING_LABELS,
  WALL_LABELS,
} from '#app/domain/designs/design-labels.ts';
import { formatDesignParams } from '#app/domain/designs/design-params.ts';
import {
  formatDesignQuery,
  LIGHT_LABELS,
  LIGHTS,
  SEASON_LABELS,
  SEASONS,
} from '#app/domain/designs/design-view.ts';
import { getColorValue } from '#app/domain/sheds/colors.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { getSizeLimits } from '#drawing/design/constrain-design.ts';
import { getWallLength, sortOpenings } from '#drawing/design/geometry.ts';
import {
  COLORS,
  type DesignOpening,
  EXTRAS,
  FOUNDATIONS,
  LIMITS,
  MATERIALS,
  OPENINGS,
  type OpeningType,
  ROOFINGS,
  STYLES,
  WALLS,
  type Wall,
} from '#drawing/design/shed-design.ts';
import type { Designer } from './use-designer.ts';

const control =
  'block w-full min-h-11 rounded-md border border-line-firm bg-sheet px-3 py-1.5 leading-tight';
const blankRows = 2;

/** The form of a design: sent as a whole without scripts, field by field with them. */
export function DesignFields({ design, view, apply }: Designer) {
  const values = toFormValues(design);
  const sizes = getSizeLimits(design.style);

  function applyForm(form: HTMLFormElement, subject: string) {
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) fields.append(name, String(value));
    apply(applyDesignForm(fields), subject);
  }

  const select = (
    name: DesignField,
    label: string,
    options: readonly (readonly [value: string, label: string])[],
    color?: boolean,
  ) => (
    <Choice key={name} label={label} swatch={color ? values[name] : undefined}>
      {(id) => (
        <select
          id={id}
          name={name}
          value={values[name]}
          onChange={({ target }) => target.form && applyForm(target.form, name)}
          className={`${control} select-arrow`}
        >
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Choice>
  );
  const names = (list: readonly string[]) => list.map((name) => [name, name] as const);
  const labelled = (list: readonly string[], labels: Record<string, string>) =>
    list.map((name) => [name, labels[name] ?? name] as const);
  const feet = ({ min, max }: { min: number; max: number }) =>
    Array.from({ length: max - min + 1 }, (_, i) => [`${min + i}`, `${min + i} ft`] as const);
  const heights = Array.from(
    { length: (LIMITS.wallHeight.max - LIMITS.wallHeight.min) / LIMITS.wallHeight.step + 1 },
    (_, i) => {
      const inches = LIMITS.wallHeight.min + i * LIMITS.wallHeight.step;
      return [`${inches}`, `${inches / 12} ft`] as const;
    },
  );
  const porches = [
    ...(design.style === 'Porch' ? [] : [['0', 'None'] as const]),
    ...feet({ min: 3, max: LIMITS.porchDepth.max }),
  ];

  return (
    <form
      method="get"
      action="/design"
      autoComplete="off"
      aria-label="Your shed"
      onSubmit={(event) => {
        event.preventDefault();
        applyForm(event.currentTarget, '');
      }}
      className="grid gap-7"
    >
      <input
        type="hidden"
        name={designFormFields.from}
        value={formatDesignParams(design).toString()}
      />
      <Group title="Style and size">
        {select('style', 'Style', names(STYLES))}
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-2">
          {select('width', MEASURE_LABELS.width, feet(sizes.width))}
          {select('length', MEASURE_LABELS.length, feet(sizes.length))}
          {design.style === 'A-Frame' ? (
            <input type="hidden" name="height" value={values.height} />
          ) : (
            select('height', MEASURE_LABELS.wallHeight, heights)
          )}
          {select('porch', MEASURE_LABELS.porchDepth, porches)}
        </div>
      </Group>
      <Group title="Materials and colors">
        <div className="grid grid-cols-2 gap-4">
          {select('material', 'Siding', names(MATERIALS))}
          {select('color', 'Wall color', names(COLORS), true)}
          {select('trim', 'Trim color', names(COLORS), true)}
          {select('roof', 'Roof color', names(COLORS), true)}
          {select('roofing', 'Roofing', labelled(ROOFINGS, ROOFING_LABELS))}
          {select('foundation', 'Foundation', labelled(FOUNDATIONS, FOUNDATION_LABELS))}
        </div>
      </Group>
      <Group title="Doors and windows">
        <Openings design={design} apply={apply} view={view} />
      </Group>
      <Group title="Extras">
        <input type="hidden" name={designFormFields.extras} value="none" />
        <ul className="grid grid-cols-2 gap-x-4">
          {EXTRAS.map((extra) => (
            <li key={extra}>
              <label className="flex min-h-11 items-center gap-2.5">
                <input
                  type="checkbox"
                  name={designFormFields.extras}
                  value={extra}
                  checked={design.extras.includes(extra)}
                  onChange={({ target }) => target.form && applyForm(target.form, extra)}
                  className="size-6 shrink-0 accent-barn"
                />
                {EXTRA_LABELS[extra]}
              </label>
            </li>
          ))}
        </ul>
      </Group>
      <Group title="Season and light">
        <div className="grid grid-cols-2 gap-4">
          {(
            [
              ['season', 'Season', labelled(SEASONS, SEASON_LABELS)],
              ['light', 'Light', labelled(LIGHTS, LIGHT_LABELS)],
            ] as const
          ).map(([name, label, options]) => (
            <Choice key={name} label={label}>
              {(id) => (
                <select
                  id={id}
                  name={name}
                  value={view[name]}
                  onChange={({ target }) => target.form && applyForm(target.form, name)}
                  className={`${control} select-arrow`}
                >
                  {options.map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </select>
              )}
            </Choice>
          ))}
        </div>
      </Group>
      <button type="submit" className={buttonClass('primary', 'scripting:hidden')}>
        Update the shed
      </button>
    </form>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-4">
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

type OpeningsProps = Pick<Designer, 'design' | 'view' | 'apply'>;

/** A row for each opening; two blank ones without scripts, a list to add from with them. */
function Openings({ design, view, apply }: OpeningsProps) {
  const openings = sortOpenings(design.openings);
  const walls = design.style === 'A-Frame' ? (['front', 'back'] as const) : WALLS;
  const change = (next: readonly DesignOpening[], subject: string) => {
    const params = new URLSearchParams(formatDesignQuery(design, view));
    setOpenings(params, next);
    apply(params, subject);
  };
  return (
    <>
      {openings.length === 0 && <input type="hidden" name={designFormFields.opening} value="" />}
      <ul className="grid gap-4">
        {openings.map((opening, index) => (
          <OpeningRow
            // biome-ignore lint/suspicious/noArrayIndexKey: openings have no identity
            key={index}
            number={index + 1}
            opening={opening}
            walls={walls}
            maxPosition={getWallLength(design, opening.wall)}
            onChange={(changed) => change(openings.with(index, changed), `opening ${index}`)}
            onRemove={() => change(openings.toSpliced(index, 1), '')}
          />
        ))}
      </ul>
      <ul className="grid gap-4 scripting:hidden">
        {Array.from({ length: blankRows }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blank rows are all the same
          <OpeningRow key={i} number={openings.length + i + 1} walls={walls} />
        ))}
      </ul>
      <AddOpening
        walls={walls}
        isFull={openings.length >= LIMITS.openings}
        onAdd={(type, wall) => {
          const position = Math.round((getWallLength(design, wall) - OPENINGS[type].width) / 2);
          change([...openings, { type, wall, position }], '');
        }}
      />
    </>
  );
}

type OpeningRowProps = {
  number: number;
  walls: readonly Wall[];
  /** None in a blank row. */
  opening?: DesignOpening;
  maxPosition?: number;
  onChange?: (opening: DesignOpening) => void;
  onRemove?: () => void;
};

function OpeningRow({ number, walls, opening, maxPosition, onChange, onRemove }: OpeningRowProps) {
  const types = Object.keys(OPENINGS) as OpeningType[];
  const isBlank = opening === undefined;
  return (
    <li>
      <fieldset className="grid grid-cols-[1fr_1fr_auto] gap-2">
        <legend className="sr-only">Opening {number}</legend>
        <select
          name={designFormFields.opening}
          aria-label={`Opening ${number}: type`}
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
          {types.map((type) => (
            <option key={type} value={type}>
              {OPENING_LABELS[type]}
            </option>
          ))}
        </select>
        <Button
          variant="secondary"
          aria-label={`Remove opening ${number}`}
          onClick={onRemove}
          className={`col-start-3 row-start-1 hidden min-h-11! px-3! ${isBlank ? '' : 'scripting:inline-flex'}`}
        >
          <Trash2 aria-hidden="true" className="size-5" />
        </Button>
        <select
          name={designFormFields.wall}
          aria-label={`Opening ${number}: wall`}
          {...(isBlank
            ? { defaultValue: 'front' }
            : {
                value: opening.wall,
                onChange: ({ target }) => onChange?.({ ...opening, wall: target.value as Wall }),
              })}
          className={`${control} select-arrow`}
        >
          {walls.map((wall) => (
            <option key={wall} value={wall}>
              {WALL_LABELS[wall]}
            </option>
          ))}
        </select>
        <PositionField
          label={`Opening ${number}: inches from the left corner`}
          value={opening?.position}
          max={maxPosition}
          onCommit={(position) => opening && onChange?.({ ...opening, position })}
        />
      </fieldset>
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
  const [text, setText] = useState(value === undefined ? '' : `${value}`);
  useEffect(() => setText(value === undefined ? '' : `${value}`), [value]);
  function commit() {
    const position = Number.parseInt(text, 10);
    if (Number.isNaN(position)) setText(value === undefined ? '' : `${value}`);
    else if (position !== value) onCommit(position);
  }
  return (
    <div className="relative col-span-2 sm:col-span-1">
      <input
        type="number"
        inputMode="numeric"
        name={designFormFields.position}
        aria-label={label}
        min={0}
        max={max}
        value={text}
        onChange={({ target }) => setText(target.value)}
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
  walls: readonly Wall[];
  isFull: boolean;
  onAdd: (type: OpeningType, wall: Wall) => void;
};

function AddOpening({ walls, isFull, onAdd }: AddOpeningProps) {
  const types = Object.keys(OPENINGS) as OpeningType[];
  const [type, setType] = useState<OpeningType>('window-24x36');
  const [wall, setWall] = useState<Wall>('front');
  const chosen = walls.includes(wall) ? wall : 'front';
  return (
    <div className="hidden grid-cols-[1fr_auto] gap-2 sm:grid-cols-[1fr_auto_auto] scripting:grid">
      <select
        aria-label="Add: type"
        value={type}
        onChange={({ target }) => setType(target.value as OpeningType)}
        className={`${control} select-arrow col-span-2 sm:col-span-1`}
      >
        {types.map((each) => (
          <option key={each} value={each}>
            {OPENING_LABELS[each]}
          </option>
        ))}
      </select>
      <select
        aria-label="Add: wall"
        value={chosen}
        onChange={({ target }) => setWall(target.value as Wall)}
        className={`${control} select-arrow sm:w-28`}
      >
        {walls.map((each) => (
          <option key={each} value={each}>
            {WALL_LABELS[each]}
          </option>
        ))}
      </select>
      <Button
        variant="secondary"
        disabled={isFull}
        onClick={() => onAdd(type, chosen)}
        className="min-h-11! px-3!"
      >
        <Plus aria-hidden="true" className="size-5" />
        Add
      </Button>
    </div>
  );
}
