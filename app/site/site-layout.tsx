import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { listHoursByDay, parseHours } from '#app/features/business/hours.ts';
import { LogoImage } from '#app/features/business/logo-image.tsx';
import { QuoteRequestDialogProvider } from '#app/features/enquiries/quote-request-link.tsx';
import { useRouteFailure } from '#app/hydration/keep-page.tsx';
import { toMailHref } from '#app/lib/email.ts';
import { type PageLink, type SiteSettings, useRootData } from '#app/lib/root-data.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { useFocusOnNewScreen } from '#app/ui/use-focus-on-new-screen.ts';
import type { Route } from './+types/site-layout.ts';
import { ErrorPage } from './error-page.tsx';
import { Header } from './header.tsx';
import { HoursText } from './hours-summary.tsx';
import { keepPageOnFailure, UnloadedPageMessage } from './keep-page-shown.tsx';
import { contactHref, fallbackName, legalPages, pages } from './navigation.ts';
import { PhoneLink, SiteLink } from './page-parts.tsx';
import { useContactLink } from './scroll-to-contact.ts';

/** Loaded lazily, because most days have no announcement. */
const AnnouncementBar = lazy(async () => ({
  default: (await import('./announcement-bar.tsx')).AnnouncementBar,
}));

export const clientMiddleware = [keepPageOnFailure];

export default function SiteLayout() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    // Without its script, as after a deployment, nothing is reported.
    import('#app/features/visits/public/report-visits.ts')
      .then(({ reportView }) => reportView(pathname + search))
      .catch(() => {});
  }, [pathname, search]);
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const root = useRootData();
  const settings = root?.settings ?? null;
  const { menu, footer } = root?.pageLinks ?? {};
  const loading = useNavigation().state === 'loading';
  const main = useFocusOnNewScreen<HTMLElement>();
  return (
    <QuoteRequestDialogProvider>
      <a
        href="#content"
        className="absolute -top-20 left-4 z-50 print:hidden bg-ink px-4 py-3 font-semibold text-white focus:top-2"
      >
        Skip to the content
      </a>
      {settings?.announcement && (
        <Suspense>
          <AnnouncementBar announcement={settings.announcement} />
        </Suspense>
      )}
      <Header settings={settings} />
      {menu && <PageNavigation links={menu} />}
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className="min-h-[calc(100dvh-26rem)] outline-none print:min-h-0"
      >
        {children}
      </main>
      <Suspense>
        <Footer settings={settings} text={root?.texts?.footer_text} ownPages={footer} />
      </Suspense>
      <UnloadedPageMessage />
      {loading && (
        <div className="appear-late fixed inset-x-0 top-24 z-40 mx-auto grid size-13 place-items-center rounded-full border border-line bg-sheet raised-low">
          <Spinner />
        </div>
      )}
    </QuoteRequestDialogProvider>
  );
}

/** The second navigation, to the owner's pages. It scrolls away, unlike the header. */
function PageNavigation({ links }: { links: PageLink[] }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="More pages" className="border-line border-b print:hidden">
      <ul className="wrap flex flex-wrap gap-x-6">
        {links.map(({ to, label }) => (
          <li key={to} className="min-w-0">
            <SiteLink
              to={to}
              aria-current={pathname === to ? 'page' : undefined}
              className={`flex min-h-11 items-center wrap-anywhere hover:underline ${pathname === to ? 'font-semibold text-brand' : ''}`}
            >
              {label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useRouteFailure(error);
  return (
    <Frame>
      <div className="wrap py-13 sm:py-18">
        <ErrorPage error={error} />
      </div>
    </Frame>
  );
}

type FooterProps = {
  settings: SiteSettings | null;
  text: string | undefined;
  ownPages?: PageLink[] | undefined;
};

const link = 'inline-flex min-h-11 items-center hover:underline lg:min-h-9';

const renderLinks = (links: readonly PageLink[]) =>
  links.map(({ to, label }) => (
    <li key={to}>
      <SiteLink to={to} className={link}>
        {label}
      </SiteLink>
    </li>
  ));

function Footer({ settings, text, ownPages = [] }: FooterProps) {
  const goToContact = useContactLink();
  const name = settings?.business_name ?? fallbackName;
  return (
    <footer className="on-dark pitched -mt-px bg-ink pt-16 pb-7 text-white [--pitch:2.5rem] sm:pt-22 sm:[--pitch:4rem] print:hidden">
      <div className="wrap grid grid-cols-1 gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-12">
        <div className="lg:col-span-4">
          {settings?.logo ? (
            <p className="inline-block rounded-md bg-paper p-4">
              <LogoImage logo={settings.logo} name={name} box={{ width: 240, height: 80 }} />
            </p>
          ) : (
            <p className="display text-3xl">{name}</p>
          )}
          <address className="mt-4 not-italic">
            <ContactLines settings={settings} />
          </address>
          {text && <p className="mt-4 max-w-72 whitespace-pre-line wrap-anywhere">{text}</p>}
        </div>
        <Column title="Pages" className="lg:col-span-2">
          <ul>
            {renderLinks(pages)}
            <li>
              <a href={contactHref} onClick={goToContact} className={link}>
                Contact
              </a>
            </li>
            {settings?.has_faq && renderLinks([{ to: '/faq', label: 'FAQ' }])}
            {renderLinks(ownPages)}
            <li>
              <a href="/admin" className={link}>
                Admin
              </a>
            </li>
          </ul>
        </Column>
        <Column title="Hours" className="lg:col-span-3">
          <dl className="max-w-72">
            {listHoursByDay(parseHours(settings?.hours)).map(({ day, text }) => (
              <div key={day} className="flex gap-1.5 py-1">
                <dt className="shrink-0">{`${day}:`}</dt>
                <dd className={`min-w-0 wrap-anywhere ${text === 'Closed' ? 'text-white/70' : ''}`}>
                  <HoursText text={text} />
                </dd>
              </div>
            ))}
          </dl>
        </Column>
        <Column title="Follow us" className="lg:col-span-3">
          <SocialLinks settings={settings} />
        </Column>
      </div>
      <div className="wrap mt-9 flex flex-wrap items-center gap-x-6 text-sm text-white/75">
        <p className="min-w-0 wrap-anywhere">{`© ${new Date().getFullYear()} ${name}`}</p>
        <ul className="flex flex-wrap gap-x-6">{renderLinks(legalPages)}</ul>
      </div>
    </footer>
  );
}

function Column({
  title,
  className,
  children,
}: {
  title: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <div className={className}>
      <h2 className="mb-2 border-white/30 border-b pb-2.5 font-display font-semibold text-lg">
        {title}
      </h2>
      {children}
    </div>
  );
}

function ContactLines({ settings }: Pick<FooterProps, 'settings'>) {
  const { email, address } = settings ?? {};
  return (
    <ul>
      {settings?.phone && (
        <li>
          <PhoneLink
            settings={settings}
            className={`${link} max-w-full font-semibold text-lg wrap-anywhere`}
          />
        </li>
      )}
      {email && (
        <li>
          <a href={toMailHref(email)} className={`${link} max-w-full`}>
            <span className="min-w-0">
              <EmailText email={email} />
            </span>
          </a>
        </li>
      )}
      {address && <li className="max-w-64 text-balance py-1.5">{address}</li>}
    </ul>
  );
}

function SocialLinks({ settings }: Pick<FooterProps, 'settings'>) {
  const { facebook_url, instagram_url, socialLinks = [] } = settings ?? {};
  const profiles = [
    { label: 'Facebook', url: facebook_url },
    { label: 'Instagram', url: instagram_url },
    ...socialLinks,
  ].filter(({ url }) => url);
  if (profiles.length === 0) return <p className="py-1.5">Social media links coming soon!</p>;
  return (
    <ul>
      {profiles.map(({ label, url }) => (
        <li key={label}>
          <a href={url ?? undefined} rel="noopener" className={link}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
