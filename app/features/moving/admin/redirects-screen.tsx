import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { download } from '#app/admin/download.ts';
import { DeletedLink, SearchField } from '#app/admin/lists/list-parts.tsx';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { useUrlParam } from '#app/admin/lists/use-url-params.ts';
import { invalidateTable } from '#app/admin/query-client.ts';
import { useUndoableDeletion } from '#app/admin/records/use-deletion.tsx';
import { FormSection, PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { hasOwnBackend } from '#app/lib/browser-client.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import {
  getCheckMessage,
  getServerMessage,
  isCheckViolation,
  isUniqueViolation,
  RowChanged,
  RowNotFound,
} from '#app/lib/crud.ts';
import { toCsv } from '#app/lib/csv.ts';
import { toIsoDay } from '#app/lib/dates.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import {
  createRedirectForm,
  deleteMissingPage,
  deleteRedirect,
  findConflict,
  insertRedirect,
  listMissingPages,
  listRedirects,
  type MissingPage,
  missingPagesKey,
  type Redirect,
  redirectsKey,
  shownMissingPages,
  updateRedirect,
} from '../redirects.ts';

/** A stored redirect, or a new one that may have its old address already. */
type Edited = { row?: Redirect; from?: string };

const shownAtOnce = 200;

export default function RedirectsScreen() {
  const client = useAdminClient();
  const [edited, setEdited] = useState<Edited>();
  const [news, setNews] = useState('');
  const query = useQuery({ queryKey: redirectsKey, queryFn: () => listRedirects(client) });
  const deletion = useUndoableDeletion<Redirect>({
    table: 'redirects',
    entity: 'redirect',
    question: 'Are you sure you want to delete this redirect?',
    getName: ({ from_path }) => `The redirect from ${from_path}`,
    remove: deleteRedirect,
    restore: (client, { id, from_path, to_url }) =>
      insertRedirect(client, { id, from_path, to_url }),
    explainError: getServerMessage,
  });
  return (
    <>
      <PageHeader
        title="Redirects"
        intro="Send old links to the right page. Redirects work only for addresses that have no page on this website."
      />
      <div className="mt-6 grid max-w-3xl gap-5">
        <MissingPages onRedirect={(from) => setEdited({ from })} />
        <ListStates entityPlural="redirects" shape="rows" query={query}>
          {(redirects) => (
            <>
              <div className="flex flex-wrap gap-3">
                <Button onClick={() => setEdited({})}>Add Redirect</Button>
                <Link to="/admin/import?kind=redirects" className={buttonClass('secondary')}>
                  Import CSV
                </Link>
                {redirects.length > 0 && (
                  <Button variant="secondary" onClick={() => exportRedirects(redirects)}>
                    Export CSV
                  </Button>
                )}
              </div>
              <p role="status" className="font-medium text-moss wrap-anywhere empty:hidden">
                {news}
              </p>
              <RedirectList
                redirects={redirects}
                onEdit={(row) => setEdited({ row })}
                onDelete={deletion.ask}
              />
              {edited && (
                <RedirectDialog
                  edited={edited}
                  redirects={redirects}
                  onClose={() => setEdited(undefined)}
                  onSaved={({ from_path, to_url }) => {
                    setEdited(undefined);
                    setNews(`${from_path} now leads to ${to_url}.`);
                  }}
                />
              )}
            </>
          )}
        </ListStates>
        <DeletedLink table="redirects" />
      </div>
      {deletion.dialogs}
    </>
  );
}

function exportRedirects(redirects: Redirect[]) {
  const columns = [
    { header: 'Old address', cell: ({ from_path }: Redirect) => from_path },
    { header: 'New address', cell: ({ to_url }: Redirect) => to_url },
  ];
  download({ name: `redirects-${toIsoDay(new Date())}.csv`, text: toCsv(columns, redirects) });
}

function MissingPages({ onRedirect }: { onRedirect: (path: string) => void }) {
  const client = useAdminClient();
  const query = useQuery({ queryKey: missingPagesKey, queryFn: () => listMissingPages(client) });
  const { mutate, isError } = useMutation({
    mutationKey: missingPagesKey,
    mutationFn: (path: string) => deleteMissingPage(client, path),
  });
  return (
    <FormSection
      title="Pages visitors couldn't find"
      intro={
        hasOwnBackend()
          ? `The ${shownMissingPages} most visited in the last 90 days. We don't count bots or store anything about visitors. New visits appear within a minute or two.`
          : "This website runs on Supabase, so we don't count these."
      }
    >
      {hasOwnBackend() && (
        <ListStates entityPlural="missing pages" shape="text" query={query}>
          {(pages) =>
            pages.length === 0 ? (
              <p>Visitors have found every page they looked for.</p>
            ) : (
              <>
                <p role="alert" className="mb-3 font-medium text-barn empty:hidden">
                  {isError && "Couldn't remove the address. Please try again."}
                </p>
                <ul className="divide-y divide-line">
                  {pages.map((page) => (
                    <MissingPageItem
                      key={page.path}
                      page={page}
                      onRedirect={() => onRedirect(page.path)}
                      onRemove={() => mutate(page.path)}
                    />
                  ))}
                </ul>
              </>
            )
          }
        </ListStates>
      )}
    </FormSection>
  );
}

type MissingPageItemProps = { page: MissingPage; onRedirect: () => void; onRemove: () => void };

function MissingPageItem({ page, onRedirect, onRemove }: MissingPageItemProps) {
  const { path, hits, last_on, referrer_host } = page;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p dir="ltr" className="font-semibold wrap-anywhere">
          {path}
        </p>
        <p className="text-ink-soft text-sm wrap-anywhere">
          {`${pluralize(hits, 'visit')}, last on ${formatCalendarDay(last_on)}${referrer_host ? `, linked from ${referrer_host}` : ''}`}
        </p>
      </div>
      <Button variant="secondary" aria-label={`Redirect ${path}`} onClick={onRedirect}>
        Redirect…
      </Button>
      <Button variant="secondary" aria-label={`Remove ${path} from the list`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

type RedirectListProps = {
  redirects: Redirect[];
  onEdit: (redirect: Redirect) => void;
  onDelete: (redirect: Redirect) => void;
};

function RedirectList({ redirects, onEdit, onDelete }: RedirectListProps) {
  const [search, setSearch] = useUrlParam('q');
  const [shown, setShown] = useState(shownAtOnce);
  if (redirects.length === 0) {
    return <p>There are no redirects yet.</p>;
  }
  const text = search.trim().toLowerCase();
  const found = redirects.filter(
    ({ from_path, to_url }) => from_path.includes(text) || to_url.toLowerCase().includes(text),
  );
  return (
    <div>
      <SearchField
        entityPlural="redirects"
        value={search}
        onChange={setSearch}
        all={redirects.length}
        found={found.length}
      />
      {found.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line bg-sheet">
          {found.slice(0, shown).map((redirect) => (
            <li key={redirect.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <div dir="ltr" className="min-w-0 flex-1 basis-56 wrap-anywhere">
                <p className="font-semibold">{redirect.from_path}</p>
                <p className="text-ink-soft text-sm">leads to {redirect.to_url}</p>
              </div>
              <Button
                variant="secondary"
                aria-label={`Edit: ${redirect.from_path}`}
                onClick={() => onEdit(redirect)}
              >
                Edit
              </Button>
              <Button
                variant="secondary"
                aria-label={`Delete: ${redirect.from_path}`}
                onClick={() => onDelete(redirect)}
              >
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      {found.length > shown && (
        <Button variant="secondary" className="mt-4" onClick={() => setShown(shown + shownAtOnce)}>
          Show more
        </Button>
      )}
    </div>
  );
}

/**
 * Whether visitors find something at an address of this website.
 * @returns undefined if the website doesn't answer, or redirects from there
 */
async function hasPage(path: string): Promise<boolean | undefined> {
  try {
    const { type, status, ok } = await fetch(path, {
      method: 'HEAD',
      credentials: 'omit',
      redirect: 'manual',
    });
    if (type === 'opaqueredirect') return undefined;
    return ok ? true : status === 404 ? false : undefined;
  } catch {
    return undefined;
  }
}

type RedirectDialogProps = {
  edited: Edited;
  redirects: Redirect[];
  onClose: () => void;
  onSaved: (redirect: Redirect) => void;
};

function RedirectDialog({
  edited: { row, from },
  redirects,
  onClose,
  onSaved,
}: RedirectDialogProps) {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const [id] = useState(createUuid);
  const [problem, setProblem] = useState('');
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(createRedirectForm(location.origin)),
    defaultValues: { from: row?.from_path ?? from ?? '', to: row?.to_url ?? '' },
  });
  const { errors, isSubmitting, isDirty } = formState;

  const refuse = (field: 'from' | 'to', message: string) => {
    setError(field, { message }, { shouldFocus: true });
  };

  return (
    <Dialog
      open
      title={row ? 'Edit Redirect' : 'Add Redirect'}
      hasUnsavedInput={isDirty}
      onClose={onClose}
    >
      <form
        noValidate
        className="space-y-5"
        onSubmit={handleSubmit(async (columns) => {
          setProblem('');
          const { from_path, to_url } = columns;
          const conflict = findConflict(
            columns,
            redirects.filter((other) => other.id !== row?.id),
          );
          if (conflict) return refuse(conflict.field, conflict.message);
          const [hasOld, hasNew] = await Promise.all([
            from_path === row?.from_path ? false : hasPage(from_path),
            to_url.startsWith('/') ? hasPage(to_url) : true,
          ]);
          if (hasOld) {
            return refuse(
              'from',
              'This address is a page on your website, so visitors would keep seeing that page',
            );
          }
          if (hasNew === false) return refuse('to', 'This website has no page there');
          try {
            const saved = row
              ? await updateRedirect(client, row, columns)
              : await insertRedirect(client, { id, ...columns });
            await Promise.all([
              invalidateTable(queryClient, 'redirects'),
              invalidateTable(queryClient, 'missing_pages'),
            ]);
            onSaved(saved);
          } catch (error) {
            if (isUniqueViolation(error)) refuse('from', 'This address is already redirected');
            else setProblem(explain(error));
          }
        })}
      >
        <p role="alert" className="font-medium text-barn wrap-anywhere empty:hidden">
          {problem}
        </p>
        <TextField
          label="Old address"
          dir="ltr"
          required
          placeholder="/old-page"
          hint="Paste the whole old address if you like. Include the part after the question mark only to redirect that exact address."
          error={errors.from?.message}
          {...register('from')}
        />
        <TextField
          label="New address"
          dir="ltr"
          required
          placeholder="/custom-sheds"
          hint="A page on this website, or the whole address of another website."
          error={errors.to?.message}
          {...register('to')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save'}
          </Button>
          <DialogClose>Cancel</DialogClose>
        </div>
      </form>
    </Dialog>
  );
}

function explain(error: unknown): string {
  if (error instanceof RowChanged)
    return 'Someone else changed this redirect. Close this and open it again.';
  if (error instanceof RowNotFound) return 'Someone else deleted this redirect.';
  if (isCheckViolation(error)) {
    return getCheckMessage(error) ?? "We can't redirect to or from this address.";
  }
  return "Couldn't save the redirect. Please try again.";
}
