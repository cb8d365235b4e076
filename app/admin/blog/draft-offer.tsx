import { formatMoment } from '#app/domain/format/dates.ts';
import { Button } from '#app/ui/button.tsx';

type DraftOfferProps = { at: string; onRestore: () => void; onDiscard: () => void };

/** Offers what was typed earlier and never saved. */
export function DraftOffer({ at, onRestore, onDiscard }: DraftOfferProps) {
  return (
    <section
      aria-label="Unsaved draft"
      className="mb-5 flex flex-wrap items-center gap-x-5 gap-y-3 border border-line-firm bg-pine px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-64">
        What you wrote here on {formatMoment(at)}, was not saved.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onDiscard}>
          Discard draft
        </Button>
        <Button onClick={onRestore}>Restore draft</Button>
      </div>
    </section>
  );
}
