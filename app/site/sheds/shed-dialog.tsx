import { lazy, Suspense, useState } from 'react';
import type { Row } from '#app/data/database.types.ts';
import { DialogBackdrop } from '#app/site/dialog-backdrop.tsx';
import { QuoteLink } from '#app/site/enquiries/quote-link.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { ShedDetails } from './shed-details.tsx';

const Dialog = lazy(async () => {
  const { Dialog } = await import('#app/ui/dialog.tsx');
  return { default: Dialog };
});

export function ShedDialog({
  shed,
  onClose,
}: {
  shed: Row<'shed_listings'> | undefined;
  onClose: () => void;
}) {
  // The dialog keeps its content while it fades out.
  const [last, setLast] = useState(shed);
  if (shed && shed !== last) setLast(shed);
  const shown = shed ?? last;
  if (!shown) return null;
  return (
    <Suspense fallback={<DialogBackdrop />}>
      <Dialog open={shed !== undefined} onClose={onClose} size="xl" title={shown.title}>
        <ShedDetails shed={shown} id="open-shed" level={3}>
          <QuoteLink shed={shown} onOpen={onClose} className={buttonClass('primary')}>
            Request a Quote
          </QuoteLink>
          <a href={`/custom-sheds/${shown.id}`} className={buttonClass('secondary')}>
            Open its page
          </a>
        </ShedDetails>
      </Dialog>
    </Suspense>
  );
}
