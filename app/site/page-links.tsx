import { buttonClass } from '#app/ui/button.tsx';
import { SiteLink } from './page-parts.tsx';

type PageLinksProps = {
  url: string;
  page: number;
  pages: number;
};

export function PageLinks({ url, page, pages }: PageLinksProps) {
  if (pages === 1) return null;
  const getUrl = (number: number) => {
    const separator = url.includes('?') ? '&' : '?';
    return number === 1 ? url : `${url}${separator}page=${number}`;
  };
  return (
    <nav
      aria-label="Pages"
      className="mt-7 flex flex-wrap items-center justify-between gap-4 border-line border-t pt-4"
    >
      {page > 1 ? (
        <SiteLink to={getUrl(page - 1)} rel="prev" className={buttonClass('secondary')}>
          Previous page
        </SiteLink>
      ) : (
        <span />
      )}
      <p className="text-ink-soft">
        Page {page} of {pages}
      </p>
      {page < pages ? (
        <SiteLink to={getUrl(page + 1)} rel="next" className={buttonClass('secondary')}>
          Next page
        </SiteLink>
      ) : (
        <span />
      )}
    </nav>
  );
}
