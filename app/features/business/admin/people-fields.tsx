import { Pencil, Plus } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { type Control, useFieldArray } from 'react-hook-form';
import { Thumbnail } from '#app/admin/images/thumbnail.tsx';
import { lazyComponent, usePreload } from '#app/admin/lazy-screen.ts';
import { rowActionClass } from '#app/admin/lists/row-actions.tsx';
import { Button } from '#app/ui/button.tsx';
import { maxPeople, type Person } from '../people.ts';
import type { SettingsForm, SettingsInput } from '../settings-form.ts';
import { ItemButtons } from './item-buttons.tsx';
import { SettingsSection } from './settings-contents.tsx';

const PersonDialog = lazyComponent(() => import('./person-dialog.tsx'));

type PeopleFieldsProps = { control: Control<SettingsInput, unknown, SettingsForm> };

export function PeopleFields({ control }: PeopleFieldsProps) {
  const { fields, append, update, move, remove } = useFieldArray({ control, name: 'people' });
  const [edited, setEdited] = useState<number>();
  usePreload(PersonDialog);
  const opener = useRef<HTMLElement>(null);
  const people: (Person & { id: string })[] = fields.map(({ role = '', ...person }) => ({
    ...person,
    role,
  }));

  function open(index: number, button: HTMLElement) {
    opener.current = button;
    setEdited(index);
  }

  function keep(person: Person) {
    if (edited === undefined) return;
    if (edited < people.length) update(edited, person);
    else append(person, { shouldFocus: false });
    setEdited(undefined);
  }

  return (
    <SettingsSection
      anchor="people"
      intro="Visitors see your team on the home page. Leave the list empty to hide the section."
    >
      <ul className="divide-y divide-line">
        {people.map(({ id, name, role, photo }, index) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 py-2 first:pt-0">
            <span className="size-12 shrink-0 bg-pine">
              {photo && <Thumbnail path={photo} alt="" width={320} className="size-full" />}
            </span>
            <p className="min-w-0 flex-1 basis-40 leading-snug wrap-anywhere">
              <span className="block font-semibold">{name}</span>
              {role}
            </p>
            <span className="ml-auto flex">
              <button
                type="button"
                className={rowActionClass}
                aria-label={`Edit ${name}`}
                onClick={({ currentTarget }) => open(index, currentTarget)}
              >
                <Pencil aria-hidden className="size-5" />
              </button>
              <ItemButtons
                what="person"
                index={index}
                count={people.length}
                onMove={(to) => move(index, to)}
                onRemove={() => remove(index)}
              />
            </span>
          </li>
        ))}
      </ul>
      <Button
        variant="secondary"
        className={people.length > 0 ? 'mt-4' : ''}
        disabled={people.length >= maxPeople}
        onClick={({ currentTarget }) => open(people.length, currentTarget)}
      >
        <Plus aria-hidden className="size-5" />
        Add a person
      </Button>
      {edited !== undefined && (
        <Suspense>
          <PersonDialog
            initial={people[edited]}
            onKeep={keep}
            onClose={() => setEdited(undefined)}
            finalFocus={() => opener.current}
          />
        </Suspense>
      )}
    </SettingsSection>
  );
}
