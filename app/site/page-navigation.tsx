import { useLocation } from 'react-router';
import type { PageLink } from '#app/lib/root-data.ts';
import { SiteLink } from './page-parts.tsx';

/** The second navigation, to the owner's pages. It scrolls away, unlike the header. */
export default function PageNavigation({ links }: { links: PageLink[] }) {
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
