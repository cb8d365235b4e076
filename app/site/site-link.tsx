import { Link, type LinkProps } from 'react-router';

/** A link to another page of the site: what that page needs is fetched while the visitor points at it. */
export function SiteLink(props: LinkProps) {
  return <Link prefetch="intent" {...props} />;
}
