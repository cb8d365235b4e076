import { ChevronDown, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import {
  type DesignOpening,
  type OpeningType,
  WALLS,
  type Wall,
} from '#drawing/design/shed-design.ts';
import { formatMetres, type Units } from '#drawing/geometry/lengths.ts';
import { chooseOpeningType, designFormFields, getOpeningField } from '../design-form.ts';
import { getOpeningLabel, WALL_LABELS } from '../design-labels.ts';
import { control, Options, toOptions } from './form-controls.tsx';
import { Picture, PictureChoices } from './picture-choices.tsx';
import type { Designer } from './use-designer.ts';

export const ends = ['front', 'back'] as const;

const wallOptions = toOptions(WALLS, WALL_LABELS);

const endOptions = toOptions(ends, WALL_LABELS);

type OpeningRowProps = {
  number: number;
  walls: readonly Wall[];
  types: readonly OpeningType[];
  units: Units | undefined;
  /** False if it is shown only without scripts. */
  isShown?: boolean;
  children?: ReactNode;
} & (ChangedRowProps | { opening?: undefined });

type ChangedRowProps = {
  designer: Designer;
  opening: DesignOpening;
  maxPosition: number;
  /** True while other types are shown to choose from. */
  isOpen: boolean;
  onToggle: () => void;
  onChange: (opening: DesignOpening) => void;
  onRemove: () => void;
};

/**
 * With scripts the picture of an opening's type, under which the others are shown. Without them a select, because
 * pictures of all types in each row would make the page several times as long.
 */
export function OpeningRow({
  number,
  walls,
  types,
  units,
  isShown = true,
  ...row
}: OpeningRowProps) {
  const isBlank = row.opening === undefined;
  return (
    <li className={isShown ? '' : 'scripting:hidden'}>
      <fieldset className="grid min-w-0 grid-cols-2 gap-2 scripting:grid-cols-[1fr_1fr_auto]">
        <legend className="sr-only">Door or window {number}</legend>
        <select
          name={designFormFields.opening}
          aria-label={`Door or window ${number}: type`}
          defaultValue={row.opening?.type ?? ''}
          className={`${control} select-arrow col-span-2 scripting:hidden`}
        >
          <option value="">{isBlank ? 'Add a door or window' : 'Remove'}</option>
          <Options options={types.map((type) => [type, getOpeningLabel(type, units)])} />
        </select>
        {!isBlank && (
          <>
            <button
              type="button"
              aria-expanded={row.isOpen}
              onClick={row.onToggle}
              className="col-span-2 hidden items-center gap-3 rounded-md border border-line-firm bg-sheet p-1.5 text-left leading-tight hover:border-ink scripting:flex"
            >
              <span className="w-16 shrink-0">
                <Picture kind="opening" value={row.opening.type} design={row.designer.design} />
              </span>
              <span>
                <span className="sr-only">Door or window {number}: </span>
                {getOpeningLabel(row.opening.type, units)}{' '}
                <span className="mt-1 flex items-center gap-1 font-semibold text-sm">
                  Change type
                  <ChevronDown
                    aria-hidden="true"
                    className={`size-4 ${row.isOpen ? 'rotate-180' : ''}`}
                  />
                </span>
              </span>
            </button>
            {row.isOpen && <TypeChoices {...row} number={number} types={types} units={units} />}
            <span className="col-start-3 row-start-1 hidden scripting:block">
              <Button
                variant="secondary"
                aria-label={`Remove door or window ${number}`}
                onClick={row.onRemove}
                className="min-h-11! px-3!"
              >
                <Trash2 aria-hidden="true" className="size-5" />
              </Button>
            </span>
          </>
        )}
        <select
          name={designFormFields.wall}
          aria-label={`Door or window ${number}: wall`}
          {...(isBlank
            ? { defaultValue: 'front' }
            : {
                value: row.opening.wall,
                onChange: ({ target }) =>
                  row.onChange({ ...row.opening, wall: target.value as Wall }),
              })}
          className={`${control} select-arrow`}
        >
          <Options options={walls.length === WALLS.length ? wallOptions : endOptions} />
        </select>
        <PositionField
          label={`Door or window ${number}: inches from the left corner`}
          value={row.opening?.position}
          max={isBlank ? undefined : row.maxPosition}
          onCommit={(position) => !isBlank && row.onChange({ ...row.opening, position })}
        />
      </fieldset>
      {row.children}
    </li>
  );
}

type TypeChoicesProps = Pick<ChangedRowProps, 'designer' | 'opening' | 'onChange'> &
  Pick<OpeningRowProps, 'number' | 'types' | 'units'>;

function TypeChoices({ designer, opening, onChange, number, types, units }: TypeChoicesProps) {
  const index = number - 1;
  const fits = (type: OpeningType) =>
    chooseOpeningType(designer, designer.withdrawn, index, type).refusals.length === 0;
  const fitting = types.filter((type) => type === opening.type || fits(type));
  const others = types.filter((type) => !fitting.includes(type));
  return (
    <div className="col-span-3 col-start-1 row-start-2 hidden min-w-0 scripting:block">
      <PictureChoices
        group="openings"
        name={getOpeningField(index)}
        label="Type"
        kind="opening"
        options={fitting.map((type) => [type, getOpeningLabel(type, units)])}
        value={opening.type}
        columns="grid-cols-3 sm:grid-cols-5"
        design={designer.design}
        applyFields={designer.applyFields}
        onChoose={(type) => onChange({ ...opening, type: type as OpeningType })}
      />
      {others.length > 0 && (
        <p className="mt-1.5 text-ink-soft text-sm">
          No room on the {WALL_LABELS[opening.wall].toLowerCase()} wall for:{' '}
          {others.map((type) => getOpeningLabel(type, units).toLowerCase()).join(', ')}.
        </p>
      )}
    </div>
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
