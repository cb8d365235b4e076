import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { FilterSelect, PageLinks } from '#app/admin/lists/list-parts.tsx';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { pageQueryString, useUrlParam } from '#app/admin/lists/use-url-params.ts';
import { pollIntervalMs } from '#app/admin/query-client.ts';
import { PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import {
  type DeletedRecord,
  keptTables,
  readDeletedRecords,
} from '#app/features/privacy/deleted-records.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { formatMoment, toIsoDay } from '#app/lib/dates.ts';
import { parsePageNumber } from '#app/lib/paginate.ts';
import { capitalize } from '#app/lib/text.ts';
import { Button } from '#app/ui/button.tsx';
import { auditAreas } from '../audit-labels.ts';
import { usePutBack } from './use-put-back.ts';

const screens = keptTables.map((value) => ({ value, label: auditAreas[value]?.label ?? value }));

export default function DeletedScreen() {
  const client = useAdminClient();
  const [params] = useSearchParams();
  const top = useRef<HTMLDivElement>(null);
  const [screen, setScreen] = useUrlParam('screen');
  const table = keptTables.find((name) => name === screen);
  const page = parsePageNumber(params.get('page'));
  const query = useQuery({
    queryKey: ['deleted_records', table, page],
    queryFn: () => readDeletedRecords(client, table, page),
    placeholderData: keepPreviousData,
    refetchInterval: pollIntervalMs,
  });
  return (
    <>
      <PageHeader
        title="Recently deleted"
        intro="You can restore deleted records for 30 days. Erasing a person's data also removes it from here."
      />
      <div ref={top} tabIndex={-1} className="mt-5 max-w-xs outline-none">
        <FilterSelect
          label="Screen"
          all="All screens"
          options={screens}
          value={table ?? ''}
          onChange={setScreen}
        />
      </div>
      <ListStates entityPlural="deleted records" shape="text" query={query}>
        {({ rows, page: shown, pages }) => (
          <div aria-busy={query.isPlaceholderData} className="mt-5 aria-busy:opacity-60">
            {rows.length === 0 ? (
              <p className="py-16 text-center text-ink-soft">
                Nothing was deleted here in the last 30 days.
              </p>
            ) : (
              <>
                {rows.length > 1 && <RestoreAll records={rows} />}
                <ol className="divide-y divide-line rounded-md border border-line bg-sheet">
                  {rows.map((record) => (
                    <DeletedItem key={record.id} record={record} />
                  ))}
                </ol>
              </>
            )}
            <PageLinks
              page={shown}
              pages={pages}
              getQueryString={(next) => pageQueryString(params, next)}
              onTurn={() => top.current?.focus()}
            />
          </div>
        )}
      </ListStates>
    </>
  );
}

/** Restores all records of a page, one after the other; each tells its own outcome if it fails. */
function RestoreAll({ records }: { records: DeletedRecord[] }) {
  const { putBack, isPending } = usePutBack();
  return (
    <Button
      variant="secondary"
      className="mb-4"
      aria-disabled={isPending}
      onClick={() => putBack(...records)}
    >
      {isPending ? 'Restoring...' : `Restore all ${records.length} on this page`}
    </Button>
  );
}

const keptDays = 30;
const dayMs = 86_400_000;

function DeletedItem({ record }: { record: DeletedRecord }) {
  const { putBack, isPending } = usePutBack();
  const { table_name, record_name, emails, actor_email, deleted_at } = record;
  const noun = auditAreas[table_name]?.noun ?? 'a record';
  const name = record_name || 'No name';
  const until = new Date(Date.parse(deleted_at) + keptDays * dayMs);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-6">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{name}</p>
        <p className="text-ink-soft text-sm">
          {[capitalize(noun.replace(/^an? /, '')), ...emails].join(', ')}
        </p>
        <p className="text-ink-soft text-sm">
          Deleted {formatMoment(deleted_at)}
          {actor_email && ` by ${actor_email}`}
        </p>
        <p className="text-ink-soft text-sm">Kept until {formatCalendarDay(toIsoDay(until))}</p>
      </div>
      <Button
        variant="secondary"
        aria-disabled={isPending}
        aria-label={`Restore: ${name}`}
        onClick={() => putBack(record)}
      >
        {isPending ? 'Restoring...' : 'Restore'}
      </Button>
    </li>
  );
}
