import {
  deleteShed,
  insertShed,
  type ShedListing,
  setShedActive,
} from '#app/data/shed-listings.ts';
import { useChange } from '../lists/use-change.ts';
import { CardGrid } from '../records/card-grid.tsx';
import { RecordScreen } from '../records/record-screen.tsx';
import { useEditing } from '../records/use-editing.ts';
import { useRecords } from '../records/use-records.ts';
import { useUndoableDeletion } from '../records/use-undoable-deletion.ts';
import { adminMeta } from '../robots.ts';
import { useAdminClient } from '../session.ts';
import { ShedCard } from './shed-card.tsx';
import { ShedDialog } from './shed-dialog.tsx';

export const meta = () => adminMeta('Shed Listings');

const shedList = { table: 'shed_listings' } as const;

/** The sheds that are for sale, shown to visitors or not. */
export default function ShedsScreen() {
  const client = useAdminClient();
  const list = useRecords<ShedListing>(shedList);
  const change = useChange(list, 'The shed');
  const editing = useEditing<ShedListing>(list.reload);
  const deletion = useUndoableDeletion<ShedListing>({
    thing: 'shed',
    question: 'Are you sure you want to delete this shed listing?',
    name: (shed) => shed.title,
    list,
    remove: deleteShed,
    putBack: insertShed,
  });

  return (
    <>
      <RecordScreen
        title="Shed Listings"
        things="sheds"
        addLabel="Add Shed"
        onAdd={editing.openNew}
        list={list}
        empty="No sheds yet. Add the first one to show it on the website."
      >
        {(sheds) => (
          <CardGrid>
            {sheds.map((shed) => (
              <ShedCard
                key={shed.id}
                shed={shed}
                onToggle={() => change(() => setShedActive(client, shed.id, !shed.is_active))}
                onEdit={() => editing.openRow(shed)}
                onDelete={() => deletion.ask(shed)}
              />
            ))}
          </CardGrid>
        )}
      </RecordScreen>
      {editing.dialog && <ShedDialog {...editing.dialog} />}
      {deletion.dialogs}
    </>
  );
}
