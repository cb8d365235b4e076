import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { Link, type LinkProps } from 'react-router';
import type { ImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import type { SiteSettings } from '#app/lib/root-data.ts';
import { FocalPoints } from '#app/ui/responsive-image.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

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

const events = ['online', 'offline'];

function subscribe(onChange: () => void): () => void {
  for (const name of events) window.addEventListener(name, onChange);
  return () => {
    for (const name of events) window.removeEventListener(name, onChange);
  };
}

export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

type SectionHeadProps = {
  id: string;
  title: string;
  children?: ReactNode;
};

export function SectionHead({ id, title, children }: SectionHeadProps) {
  return (
    <div className="mb-5 sm:mb-8">
      <div aria-hidden="true" className="h-2.5 border-line-firm border-x">
        <div className="h-1/2 border-line-firm border-b" />
      </div>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
        <h2 id={id} className="display max-w-xl text-4xl sm:text-5xl">
          {title}
        </h2>
        {children}
      </div>
    </div>
  );
}

const AltTexts = createContext<ImageAltTexts>({});

export function AltTextsProvider(props: { texts: ImageAltTexts; children: ReactNode }) {
  return (
    <AltTexts value={props.texts}>
      <FocalPoints value={props.texts}>{props.children}</FocalPoints>
    </AltTexts>
  );
}

export function useAltText(): (path: string, fallback?: string) => string {
  const texts = useContext(AltTexts);
  return (path, fallback = '') => texts[path]?.alt || fallback;
}

/** The backdrop of a dialog whose scripts are loading. */
export function DialogBackdrop() {
  return (
    <div className="fixed inset-0 z-50 grid place-items-center bg-black/55">
      <Spinner />
    </div>
  );
}
