import { Link, type LinkProps } from 'react-router';
import type { SiteSettings } from '#app/lib/root-data.ts';
import { useIsOnline } from './use-is-online.ts';

export function SiteLink(props: LinkProps) {
  // React Router reloads the page if the scripts of another one cannot be prefetched.
  return <Link prefetch={useIsOnline() ? 'intent' : 'none'} {...props} />;
}

type PhoneLinkProps = {
  settings: Pick<SiteSettings, 'phone' | 'phone_href'>;
  className: string;
};

/** The phone number as a link, or as text if it cannot be dialled. */
export function PhoneLink({ settings: { phone, phone_href }, className }: PhoneLinkProps) {
  if (!phone_href) return phone;
  return (
    <a href={phone_href} className={className}>
      {phone}
    </a>
  );
}
