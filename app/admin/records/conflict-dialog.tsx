import { type ReactNode, useState } from 'react';
import {
  differingFields,
  type Field,
  merged,
  type Side,
  suggestedSide,
} from '#app/domain/merging.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { FieldChoice } from './field-choice.tsx';

/** A field of a record, and how its value is shown where that is not plain text. */
export type ShownField<Value> = Field<Value> & { show?: (value: Value) => ReactNode };

type ConflictDialogProps<Value> = {
  /** What was to be saved, such as 'project'. */
  thing: string;
  fields: ShownField<Value>[];
  /** As the person found it, where that is known. */
  base: Value | undefined;
  mine: Value;
  theirs: Value;
  busy: boolean;
  onBack: () => void;
  finalFocus: () => HTMLElement | null;
  onTakeTheirs: () => void;
  /** Saves over what is stored now. */
  onSave: (value: Value) => void;
};

/**
 * Tells that a record was saved elsewhere while it was edited here, shows both versions where they
 * differ, and lets the person choose.
 */
export function ConflictDialog<Value>(props: ConflictDialogProps<Value>) {
  const { thing, fields, base, mine, theirs, busy } = props;
  const differing = differingFields(fields, mine, theirs);
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  const sideOf = (field: Field<Value>) => chosen[field.label] ?? suggestedSide(field, base, mine);

  function saveChoice() {
    if (differing.every((field) => sideOf(field) === 'theirs')) props.onTakeTheirs();
    else props.onSave(merged(differing, mine, theirs, sideOf));
  }

  return (
    <Dialog
      open
      size="lg"
      title="Changed in the meantime"
      onClose={() => busy || props.onBack()}
      finalFocus={props.finalFocus}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" disabled={busy} onClick={props.onTakeTheirs}>
            Take theirs
          </Button>
          <Button variant="secondary" disabled={busy} onClick={() => props.onSave(mine)}>
            Keep mine
          </Button>
          <Button disabled={busy} onClick={saveChoice}>
            {busy ? 'Saving...' : 'Save this choice'}
          </Button>
        </div>
      }
    >
      <p>
        While you were editing, the {thing} was saved by somebody else, or by you in another window.
        Nothing has been overwritten. Please choose what is to stay.
      </p>
      <div className="mt-5 grid gap-6">
        {differing.map((field) => (
          <FieldChoice
            key={field.label}
            label={field.label}
            mine={shown(field, mine)}
            theirs={shown(field, theirs)}
            side={sideOf(field)}
            onChoose={(side) => setChosen((all) => ({ ...all, [field.label]: side }))}
          />
        ))}
      </div>
    </Dialog>
  );
}

function shown<Value>(field: ShownField<Value>, value: Value): ReactNode {
  return field.show ? field.show(value) : plain(field.read(value));
}

/** A column's value in words. */
function plain(value: unknown): ReactNode {
  if (Array.isArray(value)) return value.map(plain).filter(Boolean).join('\n');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === null || value === undefined ? '' : String(value);
}
