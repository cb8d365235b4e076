import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { download } from '#app/admin/download.ts';
import { logError } from '#app/admin/log-error.ts';
import { formQueryOptions } from '#app/admin/query-client.ts';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { getPublicImageUrl } from '#app/features/images/images.ts';
import { emailAddress } from '#app/lib/form-fields.ts';
import { pluralize, pluralizeList } from '#app/lib/pluralize.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import {
  type ErasedPerson,
  erasePersonalData,
  exportPersonalData,
  type PersonalData,
  readPersonalData,
} from '../personal-data.ts';

const address = emailAddress();

export function PersonSearch({ initial }: { initial: string }) {
  const client = useAdminClient();
  const [email, setEmail] = useState(initial);
  const [error, setError] = useState<string>();
  const [searched, setSearched] = useState(initial);
  const search = useQuery({
    queryKey: ['personal_data', searched],
    queryFn: () => readPersonalData(client, searched),
    enabled: searched !== '',
    ...formQueryOptions,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const checked = address.safeParse(email);
    setError(checked.error?.issues[0]?.message);
    if (!checked.success) return;
    if (checked.data === searched) void search.refetch();
    else setSearched(checked.data);
  }

  return (
    <FormSection
      title="One person's data"
      intro="Find someone's quote requests, photos, quotes, reviews, contact messages and news consents by email address."
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="Email address"
          type="email"
          required
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={error}
        />
        <div>
          <Button type="submit" variant="secondary" disabled={search.isFetching}>
            {search.isFetching ? 'Searching...' : 'Find'}
          </Button>
        </div>
      </form>
      <p role="alert" className="mt-4 font-medium text-barn empty:hidden">
        {search.isError && 'Search failed. Please try again.'}
      </p>
      {search.data && !search.isError && (
        <FoundPerson
          key={searched}
          email={searched}
          data={search.data}
          onChanged={() => search.refetch()}
        />
      )}
    </FormSection>
  );
}

type FoundPersonProps = {
  email: string;
  data: PersonalData;
  onChanged: () => void;
};

function FoundPerson({ email, data, onChanged }: FoundPersonProps) {
  const client = useAdminClient();
  const [asking, setAsking] = useState(false);
  const result = useRef<HTMLParagraphElement>(null);
  const images = new Set(data.quote_requests.flatMap((row) => row.inspiration_images)).size;
  const counts = {
    requests: data.quote_requests.length,
    messages: data.contact_submissions.length,
    consents: data.marketing_consents.length,
    quotes: data.quotes.length,
    reviews: data.reviews.length,
    deleted: data.deleted_records.length,
    former: data.former_values.length,
    images,
  };
  const found = listRecords({ ...counts, entries: data.audit_entries.length });
  const nothing = found === 'nothing';
  const accepted = data.quotes.filter(({ accepted_version }) => accepted_version !== null);
  const removed = listRecords({ ...counts, quotes: counts.quotes - accepted.length });
  const retention = [
    ...(data.quotes.some((quote) => quote.version > 0 && quote.accepted_version === null)
      ? ['For quotes that were sent, we keep the number, status and amount.']
      : []),
    ...(accepted.length > 0
      ? [
          `${accepted.map(({ number }) => `Quote ${number}`).join(', ')}: accepted, so we keep it in full for as long as you have to keep your books.`,
        ]
      : []),
  ];

  const erasure = useMutation({
    // Includes rows that were added since the search.
    mutationFn: async () => erasePersonalData(client, email, await readPersonalData(client, email)),
    onSuccess({ failed }) {
      for (const { path, error } of failed) logError(`File removal failed: ${path}`, error);
    },
    onError: (error) => logError('Erasure failed', error),
    onSettled() {
      setAsking(false);
      onChanged();
    },
  });
  const report = erasure.isError
    ? 'Erasing stopped before it finished. The rest is shown here. Please try again.'
    : erasure.data && describeErasure(erasure.data);

  function save() {
    const url = (path: string) => getPublicImageUrl(client, path);
    download(exportPersonalData(email, data, url, new Date()), 'application/json');
  }

  return (
    <div className="mt-5 border-line border-t pt-5">
      <p ref={result} tabIndex={-1} role="status" className="outline-none wrap-anywhere">
        {report && <span className="mb-3 block font-medium">{report}</span>}
        <span>
          {nothing ? `Nothing is stored about ${email}.` : `Stored about ${email}: ${found}.`}
        </span>
      </p>
      {data.other_addresses.length > 0 && (
        <p className="mt-3 wrap-anywhere">
          These quotes also name {data.other_addresses.join(', ')}. Before you erase, check whether
          that is the same person, and search for that address too.
        </p>
      )}
      {!nothing && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button variant="secondary" onClick={save}>
            <Download aria-hidden className="size-5" />
            Export as JSON
          </Button>
          <Button onClick={() => setAsking(true)}>
            <Trash2 aria-hidden className="size-5" />
            Erase everything
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        title={`Erase everything about ${email}?`}
        confirmLabel={erasure.isPending ? 'Erasing...' : 'Erase'}
        busy={erasure.isPending}
        onClose={() => setAsking(false)}
        onConfirm={erasure.mutate}
        finalFocus={result}
      >
        {[
          removed === 'nothing'
            ? 'Nothing can be removed yet.'
            : `This removes ${removed}. This action cannot be undone.`,
          ...retention,
          'This does not remove emails in your mailbox or copies in backups. Delete those yourself.',
        ].join('\n\n')}
      </ConfirmDialog>
    </div>
  );
}

type RecordCounts = Record<
  'requests' | 'messages' | 'consents' | 'quotes' | 'reviews' | 'deleted' | 'images',
  number
> & {
  former?: number;
  entries?: number;
};

function listRecords(counts: RecordCounts): string {
  const { requests, messages, consents, quotes, reviews, deleted, former = 0 } = counts;
  const { images, entries = 0 } = counts;
  return pluralizeList([
    [requests, 'quote request'],
    [messages, 'contact message'],
    [consents, 'news consent', 'news consents'],
    [quotes, 'quote'],
    [reviews, 'review'],
    [deleted, 'deleted record'],
    [former, 'earlier version of a draft', 'earlier versions of drafts'],
    [images, 'photo'],
    [entries, 'activity log entry', 'activity log entries'],
  ]);
}

function describeErasure(erased: ErasedPerson): string {
  const quotes = erased.quotes.deleted + erased.quotes.erased;
  const removed = listRecords({ ...erased, quotes, reviews: erased.quotes.reviews });
  const retained = erased.quotes.retained.map(
    ({ number, until }) =>
      ` Quote ${number} was accepted and has to be kept for bookkeeping until ${until}.`,
  );
  const done = `Erased: ${removed}.${retained.join('')}`;
  if (erased.failed.length === 0) return done;
  const stayed = pluralize(erased.failed.length, 'photo');
  return `${done} Couldn't remove ${stayed}. The requests they came with stay until that's done. Please try again.`;
}
