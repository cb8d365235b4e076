import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '#app/ui/dialog.tsx';

type RowMenuItem = {
  label: string;
  Icon: LucideIcon;
  busy?: boolean;
} & ({ onClick: () => void } | { href: string });

type RowMenuProps = { what: string; items: RowMenuItem[]; className?: string };

const buttonClass =
  'relative z-1 inline-flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-pine-deep focus-visible:outline-2 focus-visible:outline-offset-[-2px] sm:hidden';
const itemClass =
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
        className={`${buttonClass} ${className}`}
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
        className={`${buttonClass} ${className}`}
      >
        <EllipsisVertical aria-hidden className="size-5" />
      </button>
      {open && (
        <Dialog open size="sm" title={what} onClose={() => setOpen(false)} finalFocus={button}>
          <ul className="-mx-3 -my-2">
            {items.map((item) => (
              <li key={item.label}>
                {'href' in item ? (
                  <a href={item.href} target="_blank" rel="noreferrer" className={itemClass}>
                    <MenuItemFace {...item} />
                    <span className="sr-only">, opens in a new tab</span>
                  </a>
                ) : (
                  <button
                    type="button"
                    aria-disabled={item.busy}
                    onClick={() => item.busy || choose(item.onClick)}
                    className={itemClass}
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
