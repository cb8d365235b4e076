import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { auditAreas } from '#app/domain/accounts/audit-words.ts';
import { isUuid } from '#app/domain/format/validators.ts';
import { pageNumber } from '#app/domain/pages.ts';
import { ListStates } from '../lists/list-states.tsx';
import { PageLinks } from '../lists/page-links.tsx';
import { useAddressParam, withPage } from '../lists/use-address.ts';
import { PlainScreen } from '../plain-screen.tsx';
import { adminMeta } from '../robots.ts';
import { EntryItem } from './entry-item.tsx';
import { FilterSelect } from './filter-select.tsx';
import { type Activity, useActivity } from './use-activity.ts';

export const meta = () => adminMeta('Activity log');

const areas = Object.entries(auditAreas).map(([value, { label }]) => ({ value, label }));

/** Who has done what in the back office, newest first. */
export default function ActivityScreen() {
  const [parameters] = useSearchParams();
  const top = useRef<HTMLDivElement>(null);
  const [screen, setScreen] = useAddressParam('screen');
  const [person, setPerson] = useAddressParam('person');
  const wanted = pageNumber(parameters.get('page'));
  // What is no account's id finds everybody.
  const account = isUuid(person) ? person : undefined;
  const activity = useActivity(screen || undefined, account, wanted);
  const { state } = activity;

  return (
    <>
      <PlainScreen
        title="Activity log"
        intro="What was changed in the admin panel, by whom and when. Entries are kept for 400 days."
      />
      <div
        ref={top}
        tabIndex={-1}
        className="mt-5 grid max-w-2xl gap-3 outline-none sm:grid-cols-2"
      >
        <FilterSelect
          label="Screen"
          all="All screens"
          options={areas}
          value={screen}
          onChange={setScreen}
        />
        <FilterSelect
          label="Person"
          all="Everybody"
          options={(state.is === 'ready' ? state.value.people : []).map(({ id, email }) => ({
            value: id,
            label: email,
          }))}
          value={person}
          onChange={setPerson}
        />
      </div>
      <ListStates things="activity log" loading="Loading the activity log" list={activity}>
        {(value) => (
          <div aria-busy={state.is === 'ready' && state.busy} className="mt-5 aria-busy:opacity-60">
            <Entries activity={value} narrowed={Boolean(screen || person)} />
            <PageLinks
              page={value.page}
              pages={value.pages}
              addressOf={(page) => withPage(parameters, page)}
              onTurn={() => top.current?.focus()}
            />
          </div>
        )}
      </ListStates>
    </>
  );
}

function Entries({ activity, narrowed }: { activity: Activity; narrowed: boolean }) {
  if (activity.entries.length === 0) {
    return (
      <p className="py-16 text-center text-ink-soft">
        {narrowed ? 'Nothing here matches your choice.' : 'Nothing has been changed yet.'}
      </p>
    );
  }
  return (
    <ol className="divide-y divide-line rounded-md border border-line bg-sheet">
      {activity.entries.map((entry) => (
        <EntryItem key={entry.id} entry={entry} names={activity.names} />
      ))}
    </ol>
  );
}
