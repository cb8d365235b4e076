import { Link } from 'react-router';
import { buttonClass } from '#app/ui/button.tsx';

type PageLinksProps = {
  page: number;
  pages: number;
  getQueryString: (page: number) => string;
  onTurn: () => void;
};

export function PageLinks({ page, pages, getQueryString, onTurn }: PageLinksProps) {
  if (pages === 1) return null;
  const link = (label: string, name: string, target: number) => (
    <Link
      to={{ search: getQueryString(target) }}
      aria-label={name}
      onClick={onTurn}
      preventScrollReset
      defaultShouldRevalidate={false}
      className={buttonClass('secondary', 'px-2.5 sm:px-4')}
    >
      {label}
    </Link>
  );

  return (
    <nav
      aria-label="Pages"
      className="mt-6 flex flex-wrap items-center justify-between gap-x-2 gap-y-3 border-line border-t pt-4"
    >
      <div className="flex gap-2">
        {page > 2 && link('First', 'First page', 1)}
        {page > 1 && link('Previous', 'Previous page', page - 1)}
      </div>
      <p className="order-last w-full text-center text-ink-soft sm:order-none sm:w-auto">
        {`Page ${page.toLocaleString('en-CA')} of ${pages.toLocaleString('en-CA')}`}
      </p>
      <div className="flex gap-2">
        {page < pages && link('Next', 'Next page', page + 1)}
        {page < pages - 1 && link('Last', 'Last page', pages)}
      </div>
    </nav>
  );
}
