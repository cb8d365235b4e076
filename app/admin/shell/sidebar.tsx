import { useQuery } from '@tanstack/react-query';
import {
  ArrowLeft,
  BookOpen,
  Calculator,
  CircleUser,
  FileText,
  FolderOpen,
  Hammer,
  House,
  Inbox,
  LayoutDashboard,
  LogOut,
  Menu,
  MessageSquareQuote,
  Receipt,
  Settings,
  Star,
  Video,
  X,
} from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { LogoImage } from '#app/features/business/logo-image.tsx';
import { countUnreadQuotes } from '#app/features/quotes/quote-summaries.ts';
import { tabItems } from '#app/lib/browser-storage.ts';
import type { Client } from '#app/lib/client.ts';
import type { Logo } from '#app/lib/site-looks.ts';
import { useCloseOnBack } from '#app/ui/close-on-back.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { countWaiting } from '../dashboard/dashboard-counts.ts';
import { tourKey } from '../dashboard/tour-key.ts';
import { lazyComponent } from '../lazy-screen.ts';
import { pollIntervalMs } from '../query-client.ts';
import { useAdminClient } from '../session.ts';

const NextStep = lazyComponent(() => import('../dashboard/next-step.tsx'));

const entries = [
  { to: '/admin', label: 'Dashboard', Icon: LayoutDashboard },
  {
    to: '/admin/quotes',
    label: 'Quote Requests',
    Icon: MessageSquareQuote,
    waiting: { table: 'quote_requests', status: 'pending' },
  },
  {
    to: '/admin/contacts',
    label: 'Contact Messages',
    Icon: Inbox,
    waiting: { table: 'contact_submissions', status: 'unread' },
  },
  {
    to: '/admin/quote-builder',
    label: 'Quotes',
    Icon: Receipt,
    waiting: { table: 'quotes', status: 'unread' },
  },
  { to: '/admin/projects', label: 'Past Projects', Icon: FolderOpen },
  { to: '/admin/sheds', label: 'Shed Listings', Icon: Hammer },
  { to: '/admin/price-list', label: 'Price List', Icon: Calculator },
  { to: '/admin/reviews', label: 'Reviews', Icon: Star },
  { to: '/admin/blog', label: 'Blog Posts', Icon: FileText },
  { to: '/admin/pages', label: 'Pages', Icon: BookOpen },
  { to: '/admin/home-content', label: 'Home Content', Icon: House },
  { to: '/admin/videos', label: 'Video Carousel', Icon: Video },
  { to: '/admin/settings', label: 'Business Settings', Icon: Settings },
] as const;

const entryClass =
  'flex min-h-11 w-full items-center gap-2.5 rounded-md px-3 font-medium text-white/80 hover:bg-white/10 hover:text-white focus-visible:outline-2 focus-visible:outline-white focus-visible:outline-offset-[-2px] aria-[current=page]:bg-sheet aria-[current=page]:text-ink';

type SidebarProps = {
  email: string | undefined;
  businessName: string | undefined;
  logo?: Logo | undefined;
  counts: WaitingCounts;
  onSignOut: () => void;
};

export function Sidebar({ email, businessName, logo, counts, onSignOut }: SidebarProps) {
  const [open, setOpen] = useState(false);
  useCloseOnBack(open, () => setOpen(false));

  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [open]);

  const MenuIcon = open ? X : Menu;
  const { quote_requests = 0, contact_submissions = 0, quotes = 0 } = counts;
  const waitingCount = quote_requests + contact_submissions + quotes;

  return (
    <header className="sticky top-0 z-30 max-h-dvh overflow-y-auto bg-ink text-white lg:h-dvh">
      <div className="flex min-h-14 items-center justify-between gap-4 px-4 lg:px-6 lg:pt-5">
        <p className="min-w-0 py-2 leading-tight">
          {logo && (
            <span className="mb-2 inline-block rounded-md bg-paper p-2 max-lg:hidden">
              <LogoImage logo={logo} name="" box={{ width: 160, height: 48 }} />
            </span>
          )}
          <span className="line-clamp-2 font-semibold text-lg max-lg:text-base leading-snug [overflow-wrap:anywhere] lg:line-clamp-3">
            {businessName || 'Admin'}
          </span>
          {businessName && <span className="block text-sm text-white/75">Admin</span>}
        </p>
        <button
          type="button"
          aria-expanded={open}
          aria-controls="admin-menu"
          onClick={() => setOpen(!open)}
          className="-mr-2 inline-flex min-h-11 shrink-0 items-center gap-2 rounded-md px-3 font-medium hover:bg-white/10 focus-visible:outline-2 focus-visible:outline-white lg:hidden"
        >
          <MenuIcon aria-hidden className="size-5" />
          Menu
          {!open && waitingCount > 0 && <Count count={waitingCount} what="waiting" />}
        </button>
      </div>
      <FirstStepsTour />
      <div id="admin-menu" className={`px-3 pb-4 lg:block ${open ? 'block' : 'hidden'}`}>
        <nav aria-label="Admin">
          <ul className="space-y-0.5">
            {entries.map(({ to, label, Icon, ...entry }) => {
              const waiting = 'waiting' in entry ? entry.waiting : undefined;
              const count = waiting ? (counts[waiting.table] ?? 0) : 0;
              return (
                <li key={to}>
                  <NavLink to={to} end className={entryClass} onClick={() => setOpen(false)}>
                    <Icon aria-hidden className="size-5 shrink-0" />
                    {label}
                    {waiting && count > 0 && <Count count={count} what={waiting.status} />}
                  </NavLink>
                </li>
              );
            })}
          </ul>
        </nav>
        <div className="mt-4 border-white/15 border-t pt-4">
          <NavLink to="/admin/account" className={entryClass} onClick={() => setOpen(false)}>
            <CircleUser aria-hidden className="size-5 shrink-0" />
            <span className="min-w-0 py-1 leading-tight">
              <span className="block">Account</span>
              <span className="block font-normal text-sm">
                {email && <EmailText email={email} />}
              </span>
            </span>
          </NavLink>
          <button
            type="button"
            onClick={() => {
              setOpen(false);
              onSignOut();
            }}
            className={entryClass}
          >
            <LogOut aria-hidden className="size-5 shrink-0" />
            Sign Out
          </button>
          <Link to="/" className={entryClass}>
            <ArrowLeft aria-hidden className="size-5 shrink-0" />
            Back to the website
          </Link>
        </div>
      </div>
    </header>
  );
}

/** Most visits of the back office don't come from the first steps, and don't load this. */
function FirstStepsTour() {
  // Screens begin and end the tour: it is looked for again after each navigation.
  useLocation();
  if (tabItems.getItem(tourKey) === null) return null;
  return (
    <Suspense>
      <NextStep />
    </Suspense>
  );
}

const maxCount = 99;

function Count({ count, what }: { count: number; what: string }) {
  return (
    <span className="-mr-1 ml-auto min-w-6 shrink-0 rounded-full bg-barn px-1.5 py-0.5 text-center font-semibold text-sm text-white leading-tight tabular-nums">
      <span aria-hidden>{count > maxCount ? `${maxCount}+` : count}</span>
      <span className="sr-only">{`${count.toLocaleString('en-CA')} ${what}`}</span>
    </span>
  );
}

const counters = {
  quote_requests: (client: Client) => countWaiting(client, 'quote_requests'),
  contact_submissions: (client: Client) => countWaiting(client, 'contact_submissions'),
  quotes: countUnreadQuotes,
};

type CountedTable = keyof typeof counters;

export type WaitingCounts = Partial<Record<CountedTable, number>>;

export function useWaitingCounts(): WaitingCounts {
  return {
    quote_requests: useWaitingCount('quote_requests'),
    contact_submissions: useWaitingCount('contact_submissions'),
    quotes: useWaitingCount('quotes'),
  };
}

function useWaitingCount(table: CountedTable): number {
  const client = useAdminClient();
  const { data = 0 } = useQuery({
    queryKey: [table, 'waiting'],
    queryFn: () => counters[table](client),
    refetchInterval: pollIntervalMs,
  });
  return data;
}
