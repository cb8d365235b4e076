import { Link, type LinkProps } from 'react-router';

export function SiteLink(props: LinkProps) {
  return <Link prefetch="intent" {...props} />;
}
