import { data, Link } from 'react-router';
import { buttonClass } from '#app/ui/button.tsx';
import { adminMeta } from './robots.ts';
import { PageHeader } from './screen-parts.tsx';

export const meta = () => adminMeta('Page not found');

export const loader = () => data(null, { status: 404 });

export default function NotFound() {
  return (
    <>
      <PageHeader
        title="Page not found"
        intro="Check the address, or choose a screen from the menu."
      />
      <Link to="/admin" className={buttonClass('secondary', 'mt-6')}>
        Go to the dashboard
      </Link>
    </>
  );
}
