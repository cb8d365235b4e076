import { X } from 'lucide-react';
import { tabItems } from '#app/lib/browser-storage.ts';
import type { Announcement } from '#app/lib/site-looks.ts';
import { SiteLink } from './page-parts.tsx';

/** The bar above each page. Once closed, it stays hidden for the visit: server/hydration/ hides it before the first paint. */
export function AnnouncementBar({
  announcement: { id, text, link },
}: {
  announcement: Announcement;
}) {
  function close() {
    tabItems.setItem('announcement', id);
    document.documentElement.dataset.closed = id;
    document.getElementById('content')?.focus({ preventScroll: true });
  }
  return (
    <aside id="announcement" aria-label="Announcement" className="bg-ink text-white print:hidden">
      <style>{`[data-closed="${id}"] #announcement{display:none}`}</style>
      <div className="on-dark wrap flex items-center gap-3">
        <p className="min-w-0 flex-1 py-2.5 text-center leading-snug wrap-anywhere">
          {link ? (
            <SiteLink to={link} className="underline">
              {text}
            </SiteLink>
          ) : (
            text
          )}
        </p>
        <button
          type="button"
          aria-label="Close the announcement"
          onClick={close}
          className="-mr-2.5 grid size-11 shrink-0 place-items-center noscript:hidden"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
    </aside>
  );
}
