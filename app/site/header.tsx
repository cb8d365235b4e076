import { Menu, Phone, X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { LogoImage } from '#app/features/business/logo-image.tsx';
import { toMailHref } from '#app/lib/email.ts';
import { scrollDelayMs } from '#app/lib/limits.ts';
import type { SiteSettings } from '#app/lib/root-data.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { useCloseOnBack } from '#app/ui/close-on-back.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { HoursSummary } from './hours-summary.tsx';
import { contactHref, fallbackName, newDocumentContactHref, pages } from './navigation.ts';
import { PhoneLink, SiteLink } from './page-parts.tsx';
import { useContactLink } from './scroll-to-contact.ts';

type HeaderProps = { settings: SiteSettings | null };

export function Header({ settings }: HeaderProps) {
  const goToContact = useContactLink();
  const { pathname } = useLocation();
  return (
    // `contents`: without a box of its own, so that the second part sticks for the whole page.
    <header className="contents">
      <ContactBar settings={settings} />
      <div className="sticky top-0 z-30 border-line border-b bg-paper print:static print:mb-6 print:bg-transparent">
        <div className="wrap flex min-h-18 items-center gap-2 py-2.5 sm:gap-4">
          <SiteLink to="/" className="mr-auto min-w-0 py-1">
            {settings?.logo ? (
              <LogoImage
                logo={settings.logo}
                name={settings.business_name}
                box={{ width: 240, height: 52 }}
              />
            ) : (
              <Logo name={settings?.business_name ?? fallbackName} />
            )}
          </SiteLink>
          <nav aria-label="Main" className="hidden shrink-0 lg:block print:hidden">
            <ul className="flex items-center gap-1">
              <PageLinks onContact={goToContact} />
            </ul>
          </nav>
          {settings?.phone_href && (
            <a
              href={settings.phone_href}
              aria-label="Call us"
              className="grid size-12 shrink-0 place-items-center rounded-md border border-brand text-brand hover:bg-brand hover:text-white lg:hidden print:hidden"
            >
              <Phone aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </a>
          )}
          <div className="hidden shrink-0 sm:block lg:ml-3 print:hidden">
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
    <div className="hidden border-line border-b text-[0.84375rem] lg:block xl:text-[0.9375rem] print:block">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-5 py-1.5">
        <ul className="flex min-w-0 flex-wrap items-center gap-x-5 xl:gap-x-7">
          <ContactLines
            settings={settings}
            className="block py-0.5 leading-snug wrap-anywhere hover:underline"
          />
        </ul>
        <p className="py-0.5 wrap-anywhere text-ink-soft leading-snug">
          <HoursSummary hours={settings?.hours} />
        </p>
      </div>
    </div>
  );
}

function ContactLines({ settings, className }: HeaderProps & { className: string }) {
  const { email, address } = settings ?? {};
  const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(address ?? '')}`;
  return (
    <>
      {settings?.phone && (
        <li className="min-w-0">
          <PhoneLink settings={settings} className={`${className} font-semibold`} />
        </li>
      )}
      {email && (
        <li className="min-w-0">
          <a href={toMailHref(email)} className={className}>
            <span className="min-w-0">
              <EmailText email={email} />
            </span>
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
  contactHref?: string;
  onContact: (event: MouseEvent<HTMLAnchorElement>) => void;
  onChoose?: () => void;
  stacked?: boolean;
};

function PageLinks({
  contactHref: href = contactHref,
  onContact,
  onChoose,
  stacked = false,
}: PageLinksProps) {
  const { pathname } = useLocation();
  const base = stacked
    ? 'flex min-h-13 items-center border-line border-b font-display font-semibold text-xl'
    : 'flex min-h-11 items-center whitespace-nowrap border-b-2 px-3 font-medium';
  const idle = stacked ? '' : 'border-transparent hover:border-line-firm';
  const current = stacked ? 'text-brand' : 'border-brand';
  const section = pathname.startsWith('/custom-sheds') ? '/sheds' : pathname;
  const entry = (to: string, label: ReactNode) => {
    const active = section === to || (to !== '/' && section.startsWith(`${to}/`));
    return (
      <li key={to}>
        <SiteLink
          to={to}
          onClick={onChoose}
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
          href={href}
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
  const { pathname, search } = useLocation();
  const menu = useRef<HTMLDetailsElement>(null);
  // Without scripts the menu closes only if the link opens another document.
  const href = pathname === '/' && search === '' ? newDocumentContactHref : contactHref;
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  useCloseOnBack(isOpen, close);
  // It may have been opened before hydration.
  useEffect(() => setOpen(menu.current?.open === true), []);

  function goToContact(event: MouseEvent<HTMLAnchorElement>) {
    close();
    if (pathname === '/' && !(event.metaKey || event.ctrlKey || event.shiftKey)) {
      event.preventDefault();
      setTimeout(() => onContact(event), scrollDelayMs);
    } else onContact(event);
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
        <nav aria-label="Main, on a phone" className="wrap pt-2 pb-22">
          <ul>
            <PageLinks contactHref={href} onContact={goToContact} onChoose={close} stacked />
          </ul>
          <a href={href} onClick={goToContact} className={buttonClass('primary', 'mt-5 w-full')}>
            Get Free Quote
          </a>
          <ul className="mt-5">
            <ContactLines
              settings={settings}
              className="flex min-h-11 items-center py-1 leading-snug wrap-anywhere"
            />
          </ul>
          <p className="mt-2 text-ink-soft">
            <HoursSummary hours={settings?.hours} />
          </p>
        </nav>
      </div>
    </details>
  );
}

function Logo({ name }: { name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 sm:gap-3">
      <svg
        viewBox="0 0 44 40"
        aria-hidden="true"
        className="h-10 w-11 shrink-0 max-[22rem]:hidden"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
      >
        <path d="M2 20 22 4 42 20M8 15.5V38H36V15.5M15 10V38M22 4V38M29 10V38" />
        <path d="M8 24H36" className="text-brand" strokeWidth="3.5" />
      </svg>
      <span className="min-w-0 break-words font-bold font-display text-lg leading-[1.05] tracking-tight sm:text-xl">
        {name}
      </span>
    </span>
  );
}
