import type { LucideIcon } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { rowLinkClass, rowLinkProps } from '#app/ui/row-link.ts';
import { rowActionClass } from './row-action.tsx';

type OpenLinkProps = {
  id: string;
  onOpen: () => void;
  className?: string;
  label?: string;
  title?: string;
  children: ReactNode;
};

export function OpenLink({ id, onOpen, className, label, title, children }: OpenLinkProps) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.set('open', id);

  function open(event: MouseEvent) {
    const { ctrlKey, metaKey, shiftKey, altKey } = event;
    // The browser opens another tab or window.
    if (ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    onOpen();
  }

  return (
    <a
      href={`${pathname}?${params}`}
      onClick={open}
      aria-label={label}
      title={title}
      className={className}
      {...rowLinkProps}
    >
      {children}
    </a>
  );
}

/** For an OpenLink with a text that covers its row or card, below other links and buttons. */
export const coveringLinkClass =
  'outline-none after:absolute after:inset-0 focus-visible:after:outline-3 focus-visible:after:outline-ink focus-visible:after:outline-offset-[-3px]';

type RowLinkProps = {
  id: string;
  label: string;
  what: string;
  Icon: LucideIcon;
  onOpen: () => void;
};

export function RowLink({ id, label, what, Icon, onOpen }: RowLinkProps) {
  return (
    <OpenLink
      id={id}
      onOpen={onOpen}
      label={`${label}: ${what}`}
      title={label}
      className={`${rowActionClass} ${rowLinkClass}`}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
    </OpenLink>
  );
}
