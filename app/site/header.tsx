import { Menu, X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Row } from '#app/data/database.types.ts';
import { parseHours, summarizeHours } from '#app/domain/content/hours.ts';
import { SiteLink } from '#app/site/site-link.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { useCloseOnBack } from './close-on-back.ts';
import { contactHref, fallbackName, pages, phoneHref } from './navigation.ts';
import { useContactLink } from './scroll-to-contact.ts';

type HeaderProps = { settings: Row<'business_settings'> | null };

export function Header({ settings }: HeaderProps) {
  const goToContact = useContactLink();
  const { pathname } = useLocation();
  return (
    // Without a box of its own, so that only the second part is sticky on the whole page.
    <header className="contents">
      <ContactBar settings={settings} />
      <div className="sticky top-0 z-30 border-line border-b bg-paper print:static print:mb-6 print:bg-transparent">
        <div className="wrap flex min-h-18 items-center gap-4 py-2.5">
          <SiteLink to="/" className="mr-auto min-w-0 py-1">
            <Logo name={settings?.business_name ?? fallbackName} />
          </SiteLink>
          <nav aria-label="Main" className="hidden shrink-0 lg:block print:hidden">
            <ul className="flex items-center gap-1">
              <PageLinks onContact={goToContact} />
            </ul>
          </nav>
          <div className="ml-3 hidden shrink-0 sm:block print:hidden">
            <a href={contactHref} onClick={goToContact} className={buttonClass('primary')}>
              Get Free Quote
            </a>
          </div>
          <PhoneMenu key={pathname} settings={settings} onContact={goToContact} />
        </div>
      </div>
    </header>
  );
}

function ContactBar({ settings }: HeaderProps) {
  return (
    <div className="hidden border-line border-b text-[0.9375rem] lg:block print:block">
      <div className="wrap flex items-center justify-between gap-8">
        <ul className="flex min-w-0 max-w-2/3 items-center gap-7">
          <ContactLines settings={settings} className="block truncate py-1.5 hover:underline" />
        </ul>
        <p className="my-1.5 line-clamp-3 min-w-1/3 text-right wrap-anywhere text-ink-soft leading-snug">
          {summarizeHours(parseHours(settings?.hours))}
        </p>
      </div>
    </div>
  );
}

function ContactLines({ settings, className }: HeaderProps & { className: string }) {
  const { phone, email, address } = settings ?? {};
  const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(address ?? '')}`;
  return (
    <>
      {phone && (
        <li className="min-w-0 max-w-60 shrink-0">
          <a href={phoneHref(phone)} className={`${className} font-semibold`}>
            {phone}
          </a>
        </li>
      )}
      {email && (
        <li className="min-w-0">
          <a href={`mailto:${email}`} className={className}>
            {email}
          </a>
        </li>
      )}
      {address && (
        <li className="min-w-0">
          <a href={map} className={className}>
            {address}
          </a>
        </li>
      )}
    </>
  );
}

type PageLinksProps = {
  onContact: (event: MouseEvent<HTMLAnchorElement>) => void;
  onChoose?: (event: MouseEvent) => void;
  stacked?: boolean;
};

function PageLinks({ onContact, onChoose, stacked = false }: PageLinksProps) {
  const { pathname } = useLocation();
  const base = stacked
    ? 'flex min-h-13 items-center border-line border-b font-display font-semibold text-xl'
    : 'flex min-h-11 items-center border-b-2 px-3 font-medium';
  const idle = stacked ? '' : 'border-transparent hover:border-line-firm';
  const current = stacked ? 'text-barn' : 'border-barn';
  const section = pathname.startsWith('/custom-sheds') ? '/sheds' : pathname;
  const entry = (to: string, label: ReactNode) => {
    const active = section === to || (to !== '/' && section.startsWith(`${to}/`));
    return (
      <li key={to}>
        <SiteLink
          to={to}
          onClick={onChoose}
          // In the menu, whose history entry it takes over.
          {...(stacked && { replace: true })}
          aria-current={active ? (pathname === to ? 'page' : 'true') : undefined}
          className={`${base} ${active ? current : idle}`}
        >
          {label}
        </SiteLink>
      </li>
    );
  };
  return (
    <>
      {pages.map(({ to, label }) => entry(to, label))}
      <li>
        <a
          href={contactHref}
          onClick={onContact}
          aria-current={pathname === '/contact' ? 'page' : undefined}
          className={`${base} ${pathname === '/contact' ? current : idle}`}
        >
          Contact
        </a>
      </li>
    </>
  );
}

type PhoneMenuProps = HeaderProps & { onContact: ReturnType<typeof useContactLink> };

function PhoneMenu({ settings, onContact }: PhoneMenuProps) {
  const { pathname } = useLocation();
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { leaveEntry } = useCloseOnBack(isOpen, () => {
    close();
    return true;
  });
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  // It may have been opened before hydration.
  useEffect(() => setOpen(menu.current?.open === true), []);

  function choose(event: MouseEvent) {
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey) leaveEntry();
    close();
  }

  function goToContact(event: MouseEvent<HTMLAnchorElement>) {
    if (pathname === '/') close();
    else choose(event);
    onContact(event, { replace: isOpen });
  }

  return (
    <details
      ref={menu}
      onToggle={() => setOpen(menu.current?.open === true)}
      className="group lg:hidden print:hidden"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        close();
        menu.current?.querySelector('summary')?.focus();
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <summary className="-mr-2.5 grid size-12 list-none place-items-center" aria-label="Menu">
        <Menu aria-hidden="true" className="size-7 group-open:hidden" strokeWidth={1.75} />
        <X aria-hidden="true" className="hidden size-7 group-open:block" strokeWidth={1.75} />
      </summary>
      <div className="absolute inset-x-0 top-full max-h-[calc(100dvh-4.5rem)] overflow-y-auto border-line border-y bg-paper raised">
        <nav aria-label="Main, on a phone" className="wrap pt-2 pb-6">
          <ul>
            <PageLinks onContact={goToContact} onChoose={choose} stacked />
          </ul>
          <a
            href={contactHref}
            onClick={goToContact}
            className={buttonClass('primary', 'mt-5 w-full')}
          >
            Get Free Quote
          </a>
          <ul className="mt-5">
            <ContactLines
              settings={settings}
              className="flex min-h-11 items-center py-1 leading-snug wrap-anywhere"
            />
          </ul>
          <p className="mt-2 text-ink-soft">{summarizeHours(parseHours(settings?.hours))}</p>
        </nav>
      </div>
    </details>
  );
}

function Logo({ name }: { name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <svg
        viewBox="0 0 44 40"
        aria-hidden="true"
        className="h-10 w-11 shrink-0"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
      >
        <path d="M2 20 22 4 42 20M8 15.5V38H36V15.5M15 10V38M22 4V38M29 10V38" />
        <path d="M8 24H36" className="text-barn" strokeWidth="3.5" />
      </svg>
      <span className="line-clamp-2 min-w-0 break-words font-bold font-display text-lg leading-[1.05] tracking-tight sm:text-xl">
        {name}
      </span>
    </span>
  );
}
