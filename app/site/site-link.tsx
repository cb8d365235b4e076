import { useSyncExternalStore } from 'react';
import { Link, type LinkProps } from 'react-router';
import type { SiteSettings } from '#app/lib/root-data.ts';

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** React Router reloads the page if the scripts of another one cannot be prefetched. */
const usePrefetch = () =>
  useSyncExternalStore(
    subscribe,
    () => (navigator.onLine ? ('intent' as const) : ('none' as const)),
    () => 'intent' as const,
  );

export function SiteLink(props: LinkProps) {
  return <Link prefetch={usePrefetch()} {...props} />;
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
