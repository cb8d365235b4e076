import { useQueryClient } from '@tanstack/react-query';
import { FileDown, type LucideIcon, Mail, MessageSquareQuote, Plus, Star } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useReturnFocus } from '../lists/return-focus.ts';
import { invalidateTable } from '../query-client.ts';
import { MessagesPanel, QuotesPanel, ReviewsPanel } from './panels.tsx';
import { useSitemapDownload } from './use-sitemap-download.ts';

const ProjectDialog = lazy(() => import('../projects/project-dialog.tsx'));

type Panel = 'quotes' | 'messages' | 'project' | 'reviews';

const actions: { panel: Panel; label: string; Icon: LucideIcon }[] = [
  { panel: 'quotes', label: 'View Quote Requests', Icon: MessageSquareQuote },
  { panel: 'messages', label: 'Check Messages', Icon: Mail },
  { panel: 'project', label: 'Add New Project', Icon: Plus },
  { panel: 'reviews', label: 'Manage Reviews', Icon: Star },
];

/** The most frequent actions, in dialogs over the dashboard. */
export function QuickActions() {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Panel>();
  const { remember, finalFocus } = useReturnFocus();
  const sitemap = useSitemapDownload();

  const close = () => setOpen(undefined);
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
              setOpen(panel);
            }}
          />
        ))}
        <Action
          label="Generate Sitemap"
          Icon={FileDown}
          disabled={sitemap.busy}
          onClick={sitemap.run}
        />
      </div>
      {open === 'quotes' && <QuotesPanel {...frame} />}
      {open === 'messages' && <MessagesPanel {...frame} />}
      {open === 'reviews' && <ReviewsPanel {...frame} />}
      {open === 'project' && (
        <Suspense>
          <ProjectDialog {...frame} onSaved={closeSaved} />
        </Suspense>
      )}
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
