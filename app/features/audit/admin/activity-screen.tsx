import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { FilterSelect, PageLinks } from '#app/admin/lists/list-parts.tsx';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { pageQueryString, useUrlParam } from '#app/admin/lists/use-url-params.ts';
import { PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { findDeletedRecords } from '#app/features/privacy/deleted-records.ts';
import type { Client } from '#app/lib/client.ts';
import { parsePageNumber } from '#app/lib/paginate.ts';
import { isUuid } from '#app/lib/validators.ts';
import { auditAreas } from '../audit-labels.ts';
import { findFormerValues, listAuditPeople, readAuditPage, readRecordNames } from '../audit-log.ts';
import { EntryItem } from './audit-entry.tsx';

const areas = Object.entries(auditAreas).map(([value, { label }]) => ({ value, label }));

type Filter = { table: string | undefined; person: string | undefined; page: number };

async function readEntries(client: Client, { page, ...filter }: Filter) {
  const [found, people] = await Promise.all([
    readAuditPage(client, filter, page),
    listAuditPeople(client),
  ]);
  const deletions = found.entries.filter(({ action }) => action === 'delete');
  const edits = found.entries.filter(({ action }) => action === 'update');
  const [names, former, kept] = await Promise.all([
    readRecordNames(client, found.entries),
    findFormerValues(
      client,
      edits.map(({ id }) => id),
    ),
    findDeletedRecords(
      client,
      deletions.flatMap(({ record_id }) => record_id ?? []).filter(isUuid),
    ),
  ]);
  return { ...found, people, names, former, kept };
}
type AuditEntries = Awaited<ReturnType<typeof readEntries>>;

export default function AuditScreen() {
  const client = useAdminClient();
  const [params] = useSearchParams();
  const top = useRef<HTMLDivElement>(null);
  const [screen, setScreen] = useUrlParam('screen');
  const [person, setPerson] = useUrlParam('person');
  const filter: Filter = {
    table: screen || undefined,
    // An invalid id means everyone.
    person: isUuid(person) ? person : undefined,
    page: parsePageNumber(params.get('page')),
  };
  const query = useQuery({
    queryKey: ['audit_entries', filter],
    queryFn: () => readEntries(client, filter),
    placeholderData: keepPreviousData,
  });

  return (
    <>
      <PageHeader
        title="Activity log"
        intro="Who changed what in the admin panel, and when. We keep entries for 400 days. You can restore earlier values for 30 days."
      />
      <p>
        <Link to="/admin/deleted" className="drawn-link inline-flex min-h-11 items-center">
          Recently deleted
        </Link>
      </p>
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
          all="Everyone"
          options={(query.data?.people ?? []).map(({ id, email }) => ({
            value: id,
            label: email,
          }))}
          value={person}
          onChange={setPerson}
        />
      </div>
      <ListStates
        entityPlural="activity log"
        loading="Loading the activity log"
        shape="text"
        query={query}
      >
        {(found) => (
          <div aria-busy={query.isPlaceholderData} className="mt-5 aria-busy:opacity-60">
            <Entries found={found} narrowed={Boolean(screen || person)} />
            <PageLinks
              page={found.page}
              pages={found.pages}
              getQueryString={(page) => pageQueryString(params, page)}
              onTurn={() => top.current?.focus()}
            />
          </div>
        )}
      </ListStates>
    </>
  );
}

function Entries({ found, narrowed }: { found: AuditEntries; narrowed: boolean }) {
  if (found.entries.length === 0) {
    return (
      <p className="py-16 text-center text-ink-soft">
        {narrowed ? 'No entries match these filters.' : 'No activity yet.'}
      </p>
    );
  }
  return (
    <ol className="divide-y divide-line rounded-md border border-line bg-sheet">
      {found.entries.map((entry) => (
        <EntryItem
          key={entry.id}
          entry={entry}
          names={found.names}
          hasKeptValues={found.former.has(entry.id)}
          keptId={entry.action === 'delete' ? found.kept.get(entry.record_id ?? '') : undefined}
        />
      ))}
    </ol>
  );
}
