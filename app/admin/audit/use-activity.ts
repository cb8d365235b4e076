import { useCallback } from 'react';
import {
  type AuditPage,
  type AuditPerson,
  listAuditPeople,
  type RecordNames,
  readAuditPage,
  readRecordNames,
} from '#app/data/audit.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { useReading } from '../lists/use-reading.ts';

/** A page of the trail with what its sentences need. */
export type Activity = AuditPage & { names: RecordNames; people: AuditPerson[] };

/**
 * Reads a page of the trail.
 *
 * @param table whose changes, undefined for those of every table
 * @param person the id of the account that made them, undefined for everybody's
 * @param page counted from 1
 */
export function useActivity(table: string | undefined, person: string | undefined, page: number) {
  const read = useCallback(
    async (client: Client): Promise<Activity> => {
      const [found, people] = await Promise.all([
        readAuditPage(client, { table, person }, page),
        listAuditPeople(client),
      ]);
      return { ...found, people, names: await readRecordNames(client, found.entries) };
    },
    [table, person, page],
  );
  return useReading(read, { failure: 'Could not read the activity log' });
}
