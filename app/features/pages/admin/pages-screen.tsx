import { useMutation } from '@tanstack/react-query';
import { Link } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent, usePreload } from '#app/admin/lazy-screen.ts';
import { logError } from '#app/admin/log-error.ts';
import {
  describePublication,
  getPublicationColumns,
  PublicationActions,
  TitleLink,
} from '#app/admin/records/publication-rows.tsx';
import { SmallField } from '#app/admin/records/record-fields.tsx';
import { RecordScreen, TabbedRows } from '#app/admin/records/record-list.tsx';
import { useUndoableDeletion } from '#app/admin/records/use-deletion.tsx';
import { useEditing, useRecordPage, useRowMutation } from '#app/admin/records/use-records.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { isUniqueViolation } from '#app/lib/crud.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Table, type TableColumn } from '#app/ui/table.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import {
  createPagePreview,
  deletePage,
  getPagePath,
  getPreviewPath,
  insertPage,
  type OwnPage,
  setPagePublication,
} from '../own-pages.ts';
import { pageSlugTaken } from '../page-form.ts';

const PageDialog = lazyComponent(() => import('./page-dialog.tsx'));

const table = 'own_pages';

const pageList = {
  table,
  flag: 'is_published',
  tabs: [
    { label: 'All', flagged: undefined, empty: '' },
    { label: 'Published', flagged: true, empty: 'No pages are published yet.' },
    { label: 'Drafts', flagged: false, empty: 'No drafts.' },
  ],
} as const;

type Preview = { title: string; url: string };

export default function PagesScreen() {
  const query = useRecordPage<OwnPage>(pageList);
  const client = useAdminClient();
  const toasts = useToasts();
  const [preview, setPreview] = useState<Preview>();
  const { change, isBusy } = useRowMutation({
    table,
    subject: 'the page',
    mutate: (client, { id, isPublished }: { id: string; isPublished: boolean }) =>
      setPagePublication(client, id, isPublished),
    describe: describePublication,
  });
  const { mutate: createPreview } = useMutation({
    mutationFn: async ({ id, title }: OwnPage): Promise<Preview> => {
      const token = await createPagePreview(client, id);
      if (!token) throw new Error('Page not found');
      return { title, url: location.origin + getPreviewPath(token) };
    },
    onSuccess: setPreview,
    onError(error) {
      logError('Preview link failed', error);
      toasts.error("Couldn't create the preview link. Please try again.", { key: 'preview' });
    },
  });
  const editing = useEditing<OwnPage>(table, 'page');
  usePreload(PageDialog);
  const deletion = useUndoableDeletion<OwnPage>({
    table,
    entity: 'page',
    question: 'Are you sure you want to delete this page?',
    getName: (page) => page.title,
    remove: deletePage,
    restore: insertPage,
    explainError: (error) => (isUniqueViolation(error) ? `${pageSlugTaken}.` : undefined),
  });

  const renderActions = (page: OwnPage) => (
    <PublicationActions
      row={page}
      busy={isBusy(page.id)}
      href={getPagePath(page.slug)}
      preview={{ label: 'Preview link', Icon: Link, onClick: () => createPreview(page) }}
      onToggle={() => change({ id: page.id, isPublished: !page.is_published })}
      onEdit={() => editing.openRow(page)}
      onDelete={() => deletion.ask(page)}
    />
  );

  return (
    <>
      <RecordScreen
        title="Pages"
        deletedFrom={table}
        entityPlural="pages"
        addLabel="Add Page"
        onAdd={editing.openNew}
        query={query}
        empty="No pages yet. Add an About, Warranty or Financing page. New pages are drafts until you publish them."
        shape="rows"
      >
        {(shown) => (
          <TabbedRows label="Filter pages" tabs={pageList.tabs} page={shown}>
            {(rows) => (
              <Table
                caption="Pages"
                columns={[
                  ...getPageColumns(editing.openRow),
                  ...getPublicationColumns(renderActions),
                ]}
                rows={rows}
              />
            )}
          </TabbedRows>
        )}
      </RecordScreen>
      {editing.render((dialog) => (
        <PageDialog {...dialog} />
      ))}
      {preview && <PreviewDialog {...preview} onClose={() => setPreview(undefined)} />}
      {deletion.dialogs}
    </>
  );
}

function PreviewDialog({ title, url, onClose }: Preview & { onClose: () => void }) {
  return (
    <Dialog open size="md" title={`Preview of ${title}`} onClose={onClose}>
      <p>Anyone with this link can see the page for seven days, even while it is a draft.</p>
      <div className="mt-4">
        <SmallField
          label="Preview link"
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={url} />
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
          Open<span className="sr-only">, in a new tab</span>
        </a>
      </div>
    </Dialog>
  );
}

const getPageColumns = (onOpen: (page: { id: string }) => void): TableColumn<OwnPage>[] => [
  {
    header: 'Page',
    className: 'max-xl:pb-1 xl:relative xl:w-[46%]',
    compact: 'name',
    cell: (page) => (
      <>
        <TitleLink row={page} onOpen={onOpen} />
        <span className="line-clamp-2 break-all text-ink-soft">{getPagePath(page.slug)}</span>
      </>
    ),
  },
  {
    header: 'Links',
    compact: 'what',
    cell: ({ in_footer, in_menu }) => (
      <span className="text-ink-soft xl:text-ink">
        {[in_menu && 'Navigation', in_footer && 'Footer'].filter(Boolean).join(', ') || 'None'}
      </span>
    ),
  },
];
