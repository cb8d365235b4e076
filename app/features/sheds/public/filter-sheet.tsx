import { SlidersHorizontal } from 'lucide-react';
import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { pluralize } from '#app/lib/pluralize.ts';
import { DialogBackdrop } from '#app/site/dialog-backdrop.tsx';
import { SiteLink } from '#app/site/site-link.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { clearChoices, formatShedFilter, listChosen } from '../shed-filter.ts';
import { ShedFilters, type ShedFiltersProps } from './shed-filters.tsx';

const Dialog = lazy(async () => {
  const { Dialog } = await import('#app/ui/dialog.tsx');
  return { default: Dialog };
});

export function FilterSheet({ filter, pathname, counts, total }: ShedFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const close = () => setOpen(false);
  const chosen = listChosen(filter).length;

  function open(event: MouseEvent) {
    event.preventDefault();
    setWasOpened(true);
    setOpen(true);
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a link without scripts */}
      <a
        href="#filters"
        onClick={open}
        className={buttonClass('secondary', 'grow whitespace-nowrap px-4 lg:hidden')}
      >
        <SlidersHorizontal aria-hidden="true" className="size-5 shrink-0" />
        Filter sheds{chosen > 0 && ` (${chosen})`}
      </a>
      {wasOpened && (
        <Suspense fallback={<DialogBackdrop />}>
          <Dialog
            open={isOpen}
            onClose={close}
            title="Filter sheds"
            footer={
              <div className="flex items-center justify-between gap-4">
                <SiteLink
                  to={`${pathname}${formatShedFilter(clearChoices(filter))}`}
                  preventScrollReset
                  replace
                  className="drawn-link inline-flex min-h-11 items-center font-semibold"
                >
                  Clear All
                </SiteLink>
                <Button onClick={close}>Show {pluralize(total, 'shed')}</Button>
              </div>
            }
          >
            <ShedFilters {...{ filter, pathname, counts, total }} isSheet />
          </Dialog>
        </Suspense>
      )}
    </>
  );
}
