import type { ReactNode } from 'react';
import { listHoursByDay, parseHours } from '#app/features/business/hours.ts';
import { toMailHref } from '#app/lib/mail-href.ts';
import type { SiteSettings } from '#app/lib/root-data.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { HoursText } from './hours-summary.tsx';
import { contactHref, fallbackName, legalPages, pages } from './navigation.ts';
import { useContactLink } from './scroll-to-contact.ts';
import { PhoneLink, SiteLink } from './site-link.tsx';

type FooterProps = { settings: SiteSettings | null };

const link = 'inline-flex min-h-11 items-center hover:underline lg:min-h-9';

export function Footer({ settings }: FooterProps) {
  const goToContact = useContactLink();
  const name = settings?.business_name ?? fallbackName;
  return (
    <footer className="on-dark pitched -mt-px bg-ink pt-16 pb-7 text-white [--pitch:2.5rem] sm:pt-22 sm:[--pitch:4rem] print:hidden">
      <div className="wrap grid grid-cols-1 gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <p className="display text-3xl">{name}</p>
          <address className="mt-4 not-italic">
            <ContactLines settings={settings} />
          </address>
        </div>
        <Column title="Pages" className="lg:col-span-2">
          <ul>
            {pages.map(({ to, label }) => (
              <li key={to}>
                <SiteLink to={to} className={link}>
                  {label}
                </SiteLink>
              </li>
            ))}
            <li>
              <a href={contactHref} onClick={goToContact} className={link}>
                Contact
              </a>
            </li>
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
        <ul className="flex flex-wrap gap-x-6">
          {legalPages.map(({ to, label }) => (
            <li key={to}>
              <SiteLink to={to} className={link}>
                {label}
              </SiteLink>
            </li>
          ))}
        </ul>
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

function ContactLines({ settings }: FooterProps) {
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

function SocialLinks({ settings }: FooterProps) {
  const { facebook_url, instagram_url } = settings ?? {};
  if (!facebook_url && !instagram_url) {
    return <p className="py-1.5">Social media links coming soon!</p>;
  }
  return (
    <ul>
      {facebook_url && (
        <li>
          <a href={facebook_url} rel="noopener" className={link}>
            Facebook
          </a>
        </li>
      )}
      {instagram_url && (
        <li>
          <a href={instagram_url} rel="noopener" className={link}>
            Instagram
          </a>
        </li>
      )}
    </ul>
  );
}
