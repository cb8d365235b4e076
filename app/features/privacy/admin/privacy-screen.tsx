import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { useReturnFocus } from '#app/admin/lists/return-focus.ts';
import { useDialogParam } from '#app/admin/lists/use-url-params.ts';
import { invalidateTable } from '#app/admin/query-client.ts';
import { useDeletion } from '#app/admin/records/use-deletion.tsx';
import { FormSection, PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import type { Client } from '#app/lib/client.ts';
import { formatDay } from '#app/lib/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { deleteSitePage, readSitePage, type SitePage } from '../page-texts.ts';
import { builtInPages, type SitePageSlug } from '../site-pages.ts';
import { PersonSearch } from './person-search.tsx';

export default function PrivacyScreen() {
  const { state, key } = useLocation();
  return (
    <>
      <div className="mb-4">
        <PageHeader title="Privacy" />
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <PersonSearch key={key} initial={getEmail(state)} />
        <PageTexts />
      </div>
    </>
  );
}

function getEmail(state: unknown): string {
  const isPerson = typeof state === 'object' && state !== null && 'email' in state;
  return isPerson && typeof state.email === 'string' ? state.email : '';
}

const PageTextDialog = lazy(() => import('./page-text-dialog.tsx'));

type Entry = { id: SitePageSlug; own: SitePage | null };

const table = 'site_pages';
const slugs = Object.keys(builtInPages) as SitePageSlug[];

function readPages(client: Client): Promise<Entry[]> {
  return Promise.all(
    slugs.map(async (slug) => ({ id: slug, own: await readSitePage(client, slug) })),
  );
}

function PageTexts() {
  const client = useAdminClient();
  const toasts = useToasts();
  const query = useQuery({ queryKey: [table], queryFn: () => readPages(client) });
  const queryClient = useQueryClient();
  const { value: openSlug, open, close } = useDialogParam('open');
  const { remember, finalFocus } = useReturnFocus();
  const opened = query.data?.find(({ id }) => id === openSlug);
  const deletion = useDeletion({
    table,
    question: 'Remove your own text? The page goes back to the built-in text.',
    remove: (client, page: SitePage) => deleteSitePage(client, page.id),
    onSuccess: (_deleted, page) =>
      toasts.news(`${page.title} is back to the built-in text.`, { key: `page ${page.id}` }),
    explainError: (message) => `Failed to change the page: ${message}`,
  });

  return (
    <FormSection
      title="Pages"
      intro="Linked at the bottom of every page. The built-in text describes what this website does. Check that it matches how you work."
    >
      <ListStates entityPlural="pages" shape="text" query={query}>
        {(entries) => (
          <ul className="grid gap-4">
            {entries.map((entry) => {
              const { id, own } = entry;
              const { title } = own ?? builtInPages[id];
              return (
                <li key={id} className="border-line border-t pt-4">
                  <p className="font-semibold wrap-anywhere">{title}</p>
                  <p className="text-ink-soft">
                    {own ? `Your own text, saved ${formatDay(own.updated_at)}` : 'Built-in text'}
                  </p>
                  <div className="mt-3 flex flex-wrap gap-3">
                    <Button
                      variant="secondary"
                      aria-label={`Edit ${title}`}
                      onClick={() => {
                        remember();
                        open(id);
                      }}
                    >
                      Edit
                    </Button>
                    <a
                      href={`/${id}`}
                      target="_blank"
                      rel="noreferrer"
                      className="drawn-link inline-flex min-h-12 items-center px-2"
                    >
                      View<span className="sr-only"> {title}, opens in a new tab</span>
                    </a>
                    {own && (
                      <Button
                        variant="secondary"
                        aria-label={`Use the built-in text of ${title}`}
                        onClick={() => deletion.ask(own)}
                      >
                        Use the built-in text
                      </Button>
                    )}
                  </div>
                </li>
              );
            })}
          </ul>
        )}
      </ListStates>
      {opened && (
        <Suspense>
          <PageTextDialog
            key={opened.id}
            slug={opened.id}
            row={opened.own ?? undefined}
            onClose={close}
            onSaved={() => {
              close();
              void invalidateTable(queryClient, table);
            }}
            finalFocus={finalFocus}
          />
        </Suspense>
      )}
      {deletion.dialogs}
    </FormSection>
  );
}
