import { useQueryClient } from '@tanstack/react-query';
import { CircleDollarSign, PencilRuler } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Thumbnail } from '#app/admin/images/thumbnail.tsx';
import { lazyComponent, usePreload } from '#app/admin/lazy-screen.ts';
import { useReturnFocus } from '#app/admin/lists/return-focus.ts';
import { useDialogParam } from '#app/admin/lists/use-url-params.ts';
import { invalidateTable } from '#app/admin/query-client.ts';
import {
  ActiveSwitch,
  ListingBadges,
  RecordCard,
  RecordScreen,
} from '#app/admin/records/record-list.tsx';
import { useChangeOrder } from '#app/admin/records/record-order.tsx';
import { SelectableCards } from '#app/admin/records/record-selection.tsx';
import { useUndoableDeletion } from '#app/admin/records/use-deletion.tsx';
import { useEditing, useRecordPage, useRowMutation } from '#app/admin/records/use-records.tsx';
import { getListingImageUrl } from '#app/features/designer/listing-design.ts';
import { formatPrice } from '#app/lib/prices.ts';
import { describeActivity } from '#app/lib/publication.ts';
import { deleteShed, insertShed, type ShedListing, setShedActive } from '../shed-listings.ts';

const ShedDialog = lazyComponent(() => import('./shed-dialog.tsx'));
const PercentDialog = lazyComponent(() => import('../price-dialog.tsx'));
const FromDesignDialog = lazy(() => import('./from-design-dialog.tsx'));

const table = 'shed_listings';

export default function ShedsScreen() {
  const order = useChangeOrder({ table, entityPlural: 'sheds', intro: orderIntro });
  const prices = usePriceChanges();
  const fromDesign = useFromDesign();
  const query = useRecordPage<ShedListing>({ table });
  const { change, isBusy } = useRowMutation({
    table,
    subject: 'the shed',
    mutate: (client, { id, isActive }: { id: string; isActive: boolean }) =>
      setShedActive(client, id, isActive),
    describe: (shed) => describeActivity(shed, new Date()),
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
        actions={[
          order.action,
          { label: 'Change Prices', Icon: CircleDollarSign, onClick: () => prices.open() },
          fromDesign.action,
        ]}
        query={query}
        empty="No sheds yet. Add the first one to show it on the website."
      >
        {(page) => (
          <SelectableCards
            table={table}
            entity="shed"
            record="shed listing"
            page={page}
            onOpen={editing.openRow}
            onChangePrices={prices.open}
          >
            {(shed, checkbox) => (
              <ShedCard
                shed={shed}
                checkbox={checkbox}
                busy={isBusy(shed.id)}
                onToggle={() => change({ id: shed.id, isActive: !shed.is_active })}
                onEdit={() => editing.openRow(shed)}
                onDelete={() => deletion.ask(shed)}
              />
            )}
          </SelectableCards>
        )}
      </RecordScreen>
      {order.dialog}
      {prices.dialog}
      {fromDesign.dialog}
      {editing.render((dialog) => (
        <ShedDialog {...dialog} />
      ))}
      {deletion.dialogs}
    </>
  );
}

const orderIntro =
  "Visitors see featured sheds first, then the others, each group in this order. New sheds go to the top of their group until you move them. This doesn't affect sorting by price or size.";

function usePriceChanges() {
  const [target, setTarget] = useState<{ ids: ReadonlySet<string> | undefined }>();
  const { remember, finalFocus } = useReturnFocus();
  usePreload(PercentDialog);
  return {
    /** @param ids the listings whose prices may change; by default all */
    open(ids?: ReadonlySet<string>) {
      remember();
      setTarget({ ids });
    },
    dialog: target && (
      <Suspense>
        <PercentDialog
          ids={target.ids}
          onClose={() => setTarget(undefined)}
          finalFocus={finalFocus}
        />
      </Suspense>
    ),
  };
}

function useFromDesign() {
  const queryClient = useQueryClient();
  const { value: query, open, close } = useDialogParam('design');
  const { remember, finalFocus } = useReturnFocus();
  return {
    action: {
      label: 'From a Design',
      Icon: PencilRuler,
      onClick() {
        remember();
        open('new');
      },
    },
    dialog: query !== '' && (
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
    ),
  };
}

type ShedCardProps = {
  shed: ShedListing;
  checkbox: ReactNode;
  busy: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

function ShedCard({ shed, checkbox, busy, onToggle, onEdit, onDelete }: ShedCardProps) {
  const [cover] = shed.images;
  return (
    <RecordCard
      id={shed.id}
      title={shed.title}
      dimmed={!shed.is_active}
      checkbox={checkbox}
      image={
        <Thumbnail
          path={cover ?? getListingImageUrl(shed)}
          alt=""
          width={640}
          className="size-full"
        />
      }
      badges={<ListingBadges row={shed} />}
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
