import {
  ArrowLeft,
  CircleUser,
  FileText,
  FolderOpen,
  Hammer,
  House,
  LayoutDashboard,
  LogOut,
  Mail,
  Menu,
  MessageSquareQuote,
  Settings,
  Star,
  Video,
  X,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, NavLink } from 'react-router';
import { EmailText } from '#app/ui/email-text.tsx';
import { useHistoryLayer } from '#app/ui/history-layer.ts';

const entries = [
  { to: '/admin', label: 'Dashboard', Icon: LayoutDashboard },
  { to: '/admin/quotes', label: 'Quote Requests', Icon: MessageSquareQuote },
  { to: '/admin/contacts', label: 'Contact Messages', Icon: Mail },
  { to: '/admin/projects', label: 'Past Projects', Icon: FolderOpen },
  { to: '/admin/sheds', label: 'Shed Listings', Icon: Hammer },
  { to: '/admin/reviews', label: 'Reviews', Icon: Star },
  { to: '/admin/blog', label: 'Blog Posts', Icon: FileText },
  { to: '/admin/home-content', label: 'Home Content', Icon: House },
  { to: '/admin/videos', label: 'Video Carousel', Icon: Video },
  { to: '/admin/settings', label: 'Business Settings', Icon: Settings },
];

const entryClass =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-3 font-medium text-white/80 hover:bg-white/10 hover:text-white focus-visible:outline-2 focus-visible:outline-white focus-visible:outline-offset-[-2px] aria-[current=page]:bg-sheet aria-[current=page]:text-ink';

export function Sidebar({
  email,
  onSignOut,
}: {
  email: string | undefined;
  onSignOut: () => void;
}) {
  const [open, setOpen] = useState(false);
  useHistoryLayer(open, () => setOpen(false));

  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [open]);

  const MenuIcon = open ? X : Menu;

  return (
    <header className="z-30 bg-ink text-white lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto">
      <div className="flex min-h-14 items-center justify-between gap-4 px-4 lg:px-6 lg:pt-5">
        <p className="font-semibold text-lg">Admin</p>
        <button
          type="button"
          aria-expanded={open}
          aria-controls="admin-menu"
          onClick={() => setOpen(!open)}
          className="-mr-2 inline-flex min-h-11 items-center gap-2 rounded-md px-3 font-medium hover:bg-white/10 focus-visible:outline-2 focus-visible:outline-white lg:hidden"
        >
          <MenuIcon aria-hidden className="size-5" />
          Menu
        </button>
      </div>
      <div id="admin-menu" className={`px-3 pb-4 lg:block ${open ? 'block' : 'hidden'}`}>
        <nav aria-label="Admin">
          <ul className="space-y-0.5">
            {entries.map(({ to, label, Icon }) => (
              <li key={to}>
                <NavLink to={to} end className={entryClass} onClick={() => setOpen(false)}>
                  <Icon aria-hidden className="size-5 shrink-0" />
                  {label}
                </NavLink>
              </li>
            ))}
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
          <button type="button" onClick={onSignOut} className={entryClass}>
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
