import { useState } from 'react';
import { QuoteRequestLink } from '#app/features/enquiries/quote-request-link.tsx';
import { RecordDialog } from '#app/site/record-overlay.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { ListedPrice } from '../listed-price.tsx';
import type { DrawnShed } from '../shed-listings.ts';
import { ShedDetails } from './shed-details.tsx';

type ShedDialogProps = {
  shed: DrawnShed | undefined;
  closeUrl: string;
  onClose: () => Promise<void>;
};

export function ShedDialog({ shed, closeUrl, onClose }: ShedDialogProps) {
  // The dialog keeps its content while it fades out.
  const [last, setLast] = useState(shed);
  if (shed && shed !== last) setLast(shed);
  const shown = shed ?? last;
  if (!shown) return null;
  return (
    <RecordDialog
      open={shed !== undefined}
      onClose={onClose}
      closeUrl={closeUrl}
      title={shown.title}
      footer={
        <div className="flex items-center justify-between gap-4">
          <p className="min-w-0 font-display font-semibold text-xl sm:text-2xl">
            <ListedPrice price={shown.price} withIncluded />
          </p>
          <QuoteRequestLink
            shed={shown}
            closeRecord={onClose}
            className={buttonClass('primary', 'shrink-0')}
          >
            Request a Quote
          </QuoteRequestLink>
        </div>
      }
    >
      <ShedDetails shed={shown} id="open-shed" isInDialog>
        <a
          href={`/custom-sheds/${shown.id}`}
          className="drawn-link inline-flex min-h-11 items-center font-semibold"
        >
          See the full page of this shed
        </a>
      </ShedDetails>
    </RecordDialog>
  );
}
