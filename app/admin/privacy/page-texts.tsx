import { deleteSitePage, readSitePage, type SitePage } from '#app/data/site-pages.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { builtInPages, type SitePageSlug } from '#app/domain/content/site-pages.ts';
import { formatDay } from '#app/domain/format/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { FormSection } from '../form-section.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { useDeletion } from '../lists/use-deletion.tsx';
import { useRows } from '../lists/use-rows.ts';
import { useEditing } from '../records/use-editing.ts';
import { useAdminClient } from '../session.ts';
import { PageTextDialog } from './page-text-dialog.tsx';

type Entry = { id: SitePageSlug; own: SitePage | null };

const slugs = Object.keys(builtInPages) as SitePageSlug[];

function readPages(client: Client): Promise<Entry[]> {
  return Promise.all(
    slugs.map(async (slug) => ({ id: slug, own: await readSitePage(client, slug) })),
  );
}

/** The pages that the law asks for: whose words they show, and the way to change them. */
export function PageTexts() {
  const client = useAdminClient();
  const toasts = useToasts();
  const list = useRows(readPages);
  const editing = useEditing<Entry>(list.reload);
  const deletion = useDeletion<SitePage>({
    question: 'Take your own words away? The page then shows the built-in ones again.',
    remove: (page) => deleteSitePage(client, page.id),
    onRemoved(page) {
      toasts.news(`${page.title} shows the built-in words again.`);
      list.reload();
    },
    refused: (message) => `Failed to change the page: ${message}`,
    brokeOff: 'An unexpected error occurred while changing the page.',
  });

  return (
    <FormSection
      title="Pages"
      intro="Linked at the foot of every page. The built-in words describe what this website does; check them against how you work."
    >
      <ListStates things="pages" list={list}>
        {(entries) => (
          <ul className="grid gap-4">
            {entries.map((entry) => {
              const { id, own } = entry;
              const { title } = own ?? builtInPages[id];
              return (
                <li key={id} className="border-line border-t pt-4">
                  <p className="font-semibold wrap-anywhere">{title}</p>
                  <p className="text-ink-soft">
                    {own ? `Your own words, saved ${formatDay(own.updated_at)}` : 'Built-in words'}
                  </p>
                  <div className="mt-3 flex flex-wrap gap-3">
                    <Button
                      variant="secondary"
                      aria-label={`Edit ${title}`}
                      onClick={() => editing.openRow(entry)}
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
                        aria-label={`Use the built-in words of ${title}`}
                        onClick={() => deletion.ask(own)}
                      >
                        Use the built-in words
                      </Button>
                    )}
                  </div>
                </li>
              );
            })}
          </ul>
        )}
      </ListStates>
      {editing.dialog?.row && (
        <PageTextDialog
          {...editing.dialog}
          slug={editing.dialog.row.id}
          row={editing.dialog.row.own ?? undefined}
        />
      )}
      {deletion.dialogs}
    </FormSection>
  );
}
