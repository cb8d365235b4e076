import { SiteLink } from '#app/site/site-link.tsx';
import { buttonClass } from '#app/ui/button.tsx';

type PageLinksProps = {
  /** The list's URL with its filters, without a page. */
  address: string;
  page: number;
  pages: number;
};

export function PageLinks({ address, page, pages }: PageLinksProps) {
  if (pages === 1) return null;
  const addressOf = (number: number) => {
    const separator = address.includes('?') ? '&' : '?';
    return number === 1 ? address : `${address}${separator}page=${number}`;
  };
  return (
    <nav
      aria-label="Pages"
      className="mt-10 flex flex-wrap items-center justify-between gap-4 border-line border-t pt-6"
    >
      {page > 1 ? (
        <SiteLink to={addressOf(page - 1)} rel="prev" className={buttonClass('secondary')}>
          Previous page
        </SiteLink>
      ) : (
        <span />
      )}
      <p className="text-ink-soft">
        Page {page} of {pages}
      </p>
      {page < pages ? (
        <SiteLink to={addressOf(page + 1)} rel="next" className={buttonClass('secondary')}>
          Next page
        </SiteLink>
      ) : (
        <span />
      )}
    </nav>
  );
}
