import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { Dialog } from '#app/ui/dialog.tsx';
import { rowLinkClass, rowLinkProps } from '#app/ui/row-link.ts';

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
    // Let the browser open a new tab or window.
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

export const rowActionClass =
  'relative z-1 inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-md px-2 font-medium text-ink hover:bg-pine-deep aria-disabled:cursor-progress aria-disabled:opacity-60 focus-visible:outline-2 focus-visible:outline-offset-[-2px]';

export function RowActionList({ children }: { children: ReactNode }) {
  return <div className="flex justify-end max-xl:-mr-2 xl:justify-start">{children}</div>;
}

type RowActionProps = {
  label: string;
  what: string;
  Icon: LucideIcon;
  onClick: () => void;
  busy?: boolean | undefined;
  iconOnly?: boolean;
  className?: string;
};

export function RowAction(props: RowActionProps) {
  const { label, what, Icon, onClick, busy, iconOnly, className = '' } = props;
  return (
    <button
      type="button"
      aria-label={`${label}: ${what}`}
      title={label}
      aria-disabled={busy}
      onClick={onClick}
      className={`${rowActionClass} ${className}`}
    >
      <RowActionFace label={label} Icon={Icon} iconOnly={iconOnly} />
    </button>
  );
}

type FaceProps = { label: string; Icon: LucideIcon; iconOnly?: boolean | undefined };

export function RowActionFace({ label, Icon, iconOnly = false }: FaceProps) {
  return (
    <>
      <Icon aria-hidden className="size-5 shrink-0" />
      {!iconOnly && <span className="hidden min-[56rem]:max-xl:inline">{label}</span>}
    </>
  );
}

type RowMenuItem = {
  label: string;
  Icon: LucideIcon;
  busy?: boolean;
} & ({ onClick: () => void } | { href: string });

type RowMenuProps = { what: string; items: readonly RowMenuItem[]; className?: string };

const menuButtonClass =
  'relative z-1 inline-flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-pine-deep focus-visible:outline-2 focus-visible:outline-offset-[-2px] sm:hidden';
const menuItemClass =
  'flex min-h-13 w-full items-center gap-3.5 rounded-md px-3 text-left font-semibold hover:bg-pine aria-disabled:opacity-60 focus-visible:outline-2 focus-visible:outline-offset-[-2px]';

export function RowMenu({ what, items, className = '' }: RowMenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function choose(onClick: () => void) {
    // Returns the focus to the list before a confirmation opens.
    flushSync(() => setOpen(false));
    button.current?.focus();
    onClick();
  }

  const [only] = items;
  if (items.length === 1 && only && 'onClick' in only) {
    return (
      <button
        type="button"
        aria-label={`${only.label}: ${what}`}
        title={only.label}
        aria-disabled={only.busy}
        onClick={() => only.busy || only.onClick()}
        className={`${menuButtonClass} ${className}`}
      >
        <only.Icon aria-hidden className="size-5" />
      </button>
    );
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`More: ${what}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={`${menuButtonClass} ${className}`}
      >
        <EllipsisVertical aria-hidden className="size-5" />
      </button>
      {open && (
        <Dialog open size="sm" title={what} onClose={() => setOpen(false)} finalFocus={button}>
          <ul className="-mx-3 -my-2">
            {items.map((item) => (
              <li key={item.label}>
                {'href' in item ? (
                  <a href={item.href} target="_blank" rel="noreferrer" className={menuItemClass}>
                    <MenuItemFace {...item} />
                    <span className="sr-only">, opens in a new tab</span>
                  </a>
                ) : (
                  <button
                    type="button"
                    aria-disabled={item.busy}
                    onClick={() => item.busy || choose(item.onClick)}
                    className={menuItemClass}
                  >
                    <MenuItemFace {...item} />
                  </button>
                )}
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

function MenuItemFace({ Icon, label }: Pick<RowMenuItem, 'Icon' | 'label'>) {
  return (
    <>
      <Icon aria-hidden className="size-5 shrink-0" />
      <span>{label}</span>
    </>
  );
}
