import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileDown, Inbox, type LucideIcon, MessageSquareQuote, Plus, Star } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useToasts } from '#app/ui/toast.tsx';
import { download } from '../download.ts';
import { useReturnFocus } from '../lists/return-focus.ts';
import { useDialogParam } from '../lists/use-url-params.ts';
import { logError } from '../log-error.ts';
import { invalidateTable } from '../query-client.ts';

const loadPanels = () => import('./dashboard-panels.tsx');
const QuoteRequestsPanel = lazy(async () => ({ default: (await loadPanels()).QuoteRequestsPanel }));
const MessagesPanel = lazy(async () => ({ default: (await loadPanels()).MessagesPanel }));
const ReviewsPanel = lazy(async () => ({ default: (await loadPanels()).ReviewsPanel }));
const ProjectDialog = lazy(() => import('#app/features/projects/admin/project-dialog.tsx'));

type Panel = 'quotes' | 'messages' | 'project' | 'reviews';

const actions: { panel: Panel; label: string; Icon: LucideIcon }[] = [
  { panel: 'quotes', label: 'View Quote Requests', Icon: MessageSquareQuote },
  { panel: 'messages', label: 'Check Messages', Icon: Inbox },
  { panel: 'project', label: 'Add New Project', Icon: Plus },
  { panel: 'reviews', label: 'Manage Reviews', Icon: Star },
];

export function QuickActions() {
  const queryClient = useQueryClient();
  const { value: shown, open, close } = useDialogParam('panel');
  const { remember, finalFocus } = useReturnFocus();
  const sitemap = useSitemapDownload();

  function closeSaved() {
    close();
    void invalidateTable(queryClient, 'past_projects');
  }
  const frame = { onClose: close, finalFocus };

  return (
    <>
      <div className="grid gap-2 sm:grid-cols-2">
        {actions.map(({ panel, label, Icon }) => (
          <Action
            key={panel}
            label={label}
            Icon={Icon}
            onClick={() => {
              remember();
              open(panel);
            }}
          />
        ))}
        <Action
          label="Generate Sitemap"
          Icon={FileDown}
          disabled={sitemap.isPending}
          onClick={sitemap.mutate}
        />
      </div>
      <Suspense>
        {shown === 'quotes' && <QuoteRequestsPanel {...frame} />}
        {shown === 'messages' && <MessagesPanel {...frame} />}
        {shown === 'reviews' && <ReviewsPanel {...frame} />}
        {shown === 'project' && <ProjectDialog {...frame} onSaved={closeSaved} />}
      </Suspense>
    </>
  );
}

type ActionProps = { label: string; Icon: LucideIcon; disabled?: boolean; onClick: () => void };

function Action({ label, Icon, disabled = false, onClick }: ActionProps) {
  return (
    <button
      type="button"
      aria-disabled={disabled}
      onClick={() => disabled || onClick()}
      className="flex min-h-13 items-center gap-3 rounded-md border border-line-firm bg-sheet px-4 text-left font-semibold hover:border-ink hover:bg-pine"
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      {label}
    </button>
  );
}

function useSitemapDownload() {
  const toasts = useToasts();
  return useMutation({
    async mutationFn() {
      // The website's own: staff would read drafts that are scheduled as well.
      const response = await fetch('/sitemap.xml', { cache: 'no-store' });
      if (!response.ok) throw new Error(`Sitemap request failed with ${response.status}`);
      download({ name: 'sitemap.xml', text: await response.text() }, 'application/xml');
    },
    onSuccess: () => toasts.news('sitemap.xml is in your downloads.', { key: 'sitemap' }),
    onError(error) {
      logError('Sitemap failed', error);
      toasts.error("Couldn't generate the sitemap. Please try again.", { key: 'sitemap' });
    },
  });
}
