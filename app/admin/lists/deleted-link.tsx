import { Link } from 'react-router';
import type { KeptTable } from '#app/features/privacy/deleted-records.ts';

/** Leads from the list of a screen to what was deleted there. */
export function DeletedLink({ table }: { table: KeptTable }) {
  return (
    <p className="mt-4">
      <Link
        to={`/admin/deleted?screen=${table}`}
        className="drawn-link inline-flex min-h-11 items-center"
      >
        Recently deleted
      </Link>
    </p>
  );
}
