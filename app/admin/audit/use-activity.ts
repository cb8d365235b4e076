import { useCallback, useEffect, useState } from 'react';
import {
  type AuditPage,
  type AuditPerson,
  listAuditPeople,
  type RecordNames,
  readAuditPage,
  readRecordNames,
} from '#app/data/audit.ts';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';

/** A page of the trail with what its sentences need. */
export type Activity = AuditPage & { names: RecordNames; people: AuditPerson[] };

export type ActivityState =
  | { is: 'loading' }
  | { is: 'failed' }
  /** `turning`: another page is being read, and this one is in sight until then. */
  | { is: 'ready'; activity: Activity; turning: boolean };

/** Reads the page of the trail that the filter asks for, and again when asked to. */
export function useActivity(table: string | undefined, person: string | undefined, page: number) {
  const client = useAdminClient();
  const [state, setState] = useState<ActivityState>({ is: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again.
  useEffect(() => {
    let current = true;
    setState((now) => (now.is === 'ready' ? { ...now, turning: true } : { is: 'loading' }));
    async function read(): Promise<Activity> {
      const [found, people] = await Promise.all([
        readAuditPage(client, { table, person }, page),
        listAuditPeople(client),
      ]);
      return { ...found, people, names: await readRecordNames(client, found.entries) };
    }
    read().then(
      (activity) => current && setState({ is: 'ready', activity, turning: false }),
      (error) => {
        logFailure('Could not read the activity log', error);
        if (current) setState({ is: 'failed' });
      },
    );
    return () => {
      current = false;
    };
  }, [client, table, person, page, attempt]);

  return { state, reload: useCallback(() => setAttempt((count) => count + 1), []) };
}
