import { Link, type LinkProps } from 'react-router';

/** Prefetches the page while the visitor points at the link. */
export function SiteLink(props: LinkProps) {
  return <Link prefetch="intent" {...props} />;
}
