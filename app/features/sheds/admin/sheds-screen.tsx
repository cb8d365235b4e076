import { useQueryClient } from '@tanstack/react-query';
import { CircleDollarSign, PencilRuler } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Thumbnail } from '#app/admin/images/thumbnail.tsx';
import { lazyComponent, usePreload } from '#app/admin/lazy-screen.ts';
import { useReturnFocus } from '#app/admin/lists/return-focus.ts';
import { useDialogParam } from '#app/admin/lists/use-url-params.ts';
import { invalidateTable } from '#app/admin/query-client.ts';
import {
  ActiveSwitch,
  CardGrid,
  RecordCard,
  RecordScreen,
} from '#app/admin/records/record-list.tsx';
import { useUndoableDeletion } from '#app/admin/records/use-deletion.tsx';
import { useEditing, useRecordPage, useRowMutation } from '#app/admin/records/use-records.tsx';
import { getListingImageUrl } from '#app/features/designer/listing-design.ts';
import { formatPrice } from '#app/lib/prices.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { deleteShed, insertShed, type ShedListing, setShedActive } from '../shed-listings.ts';

const ShedDialog = lazyComponent(() => import('./shed-dialog.tsx'));
const PercentDialog = lazyComponent(() => import('../price-dialog.tsx'));
const FromDesignDialog = lazy(() => import('./from-design-dialog.tsx'));

const table = 'shed_listings';

export default function ShedsScreen() {
  const query = useRecordPage<ShedListing>({ table });
  const { change, isBusy } = useRowMutation({
    table,
    subject: 'the shed',
    mutate: (client, { id, isActive }: { id: string; isActive: boolean }) =>
      setShedActive(client, id, isActive),
    describe: ({ title, is_active }) =>
      `${title} is ${is_active ? 'shown on the website' : 'no longer shown on the website'}.`,
  });
  const editing = useEditing<ShedListing>(table, 'shed');
  usePreload(ShedDialog);
  const deletion = useUndoableDeletion<ShedListing>({
    table,
    entity: 'shed',
    question: 'Are you sure you want to delete this shed listing?',
    getName: (shed) => shed.title,
    remove: deleteShed,
    restore: insertShed,
  });

  return (
    <>
      <RecordScreen
        title="Shed Listings"
        deletedFrom="shed_listings"
        entityPlural="sheds"
        addLabel="Add Shed"
        onAdd={editing.openNew}
        actions={
          <>
            <ChangePrices />
            <FromDesign />
          </>
        }
        query={query}
        empty="No sheds yet. Add the first one to show it on the website."
      >
        {({ rows }) => (
          <CardGrid>
            {rows.map((shed) => (
              <ShedCard
                key={shed.id}
                shed={shed}
                busy={isBusy(shed.id)}
                onToggle={() => change({ id: shed.id, isActive: !shed.is_active })}
                onEdit={() => editing.openRow(shed)}
                onDelete={() => deletion.ask(shed)}
              />
            ))}
          </CardGrid>
        )}
      </RecordScreen>
      {editing.render((dialog) => (
        <ShedDialog {...dialog} />
      ))}
      {deletion.dialogs}
    </>
  );
}

function ChangePrices() {
  const [isOpen, setOpen] = useState(false);
  const { remember, finalFocus } = useReturnFocus();
  usePreload(PercentDialog);
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          remember();
          setOpen(true);
        }}
      >
        <CircleDollarSign aria-hidden className="size-5" />
        Change Prices
      </Button>
      {isOpen && (
        <Suspense>
          <PercentDialog onClose={() => setOpen(false)} finalFocus={finalFocus} />
        </Suspense>
      )}
    </>
  );
}

function FromDesign() {
  const queryClient = useQueryClient();
  const { value: query, open, close } = useDialogParam('design');
  const { remember, finalFocus } = useReturnFocus();
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          remember();
          open('new');
        }}
      >
        <PencilRuler aria-hidden className="size-5" />
        From a Design
      </Button>
      {query !== '' && (
        <Suspense>
          <FromDesignDialog
            key={query}
            initialLink={query === 'new' ? '' : `${window.location.origin}/design?${query}`}
            onClose={close}
            onCreated={() => {
              close();
              void invalidateTable(queryClient, table);
            }}
            finalFocus={finalFocus}
          />
        </Suspense>
      )}
    </>
  );
}

type ShedCardProps = {
  shed: ShedListing;
  busy: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

function ShedCard({ shed, busy, onToggle, onEdit, onDelete }: ShedCardProps) {
  const [cover] = shed.images;
  return (
    <RecordCard
      id={shed.id}
      title={shed.title}
      dimmed={!shed.is_active}
      image={
        <Thumbnail
          path={cover ?? getListingImageUrl(shed)}
          alt=""
          width={640}
          className="size-full"
        />
      }
      badges={
        <>
          {shed.is_featured && <Badge tone="done">Featured</Badge>}
          {!shed.is_active && <Badge tone="waiting">Inactive</Badge>}
        </>
      }
      actions={
        <ActiveSwitch active={shed.is_active} what={shed.title} busy={busy} onToggle={onToggle} />
      }
      onEdit={onEdit}
      onDelete={onDelete}
    >
      <p className="text-ink-soft">
        {shed.material_type}, {shed.color}
      </p>
      <p className="text-ink-soft">
        {shed.size}, {shed.shed_style}
      </p>
      <p className="mt-2 font-semibold">
        <span className="money">{formatPrice(shed.price)}</span>
      </p>
    </RecordCard>
  );
}
