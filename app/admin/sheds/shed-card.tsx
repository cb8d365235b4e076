import type { ShedListing } from '#app/data/shed-listings.ts';
import { formatPrice } from '#app/domain/prices.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ShedDrawing } from '#app/ui/illustrations/shed-drawing.tsx';
import { Thumbnail } from '../pictures/thumbnail.tsx';
import { RecordCard } from '../records/record-card.tsx';

type ShedCardProps = {
  shed: ShedListing;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** A shed of the list, dimmed while visitors don't see it. */
export function ShedCard({ shed, onToggle, onEdit, onDelete }: ShedCardProps) {
  const [cover] = shed.images;
  return (
    <RecordCard
      title={shed.title}
      dimmed={!shed.is_active}
      picture={
        cover ? (
          <Thumbnail path={cover} alt="" width={640} className="size-full" />
        ) : (
          <ShedDrawing
            style={shed.shed_style}
            color={shed.color}
            size={shed.size}
            material={shed.material_type}
            className="size-full"
          />
        )
      }
      badges={
        <>
          {shed.is_featured && <Badge tone="done">Featured</Badge>}
          {!shed.is_active && <Badge tone="waiting">Inactive</Badge>}
        </>
      }
      actions={
        <button
          type="button"
          role="switch"
          aria-checked={shed.is_active}
          aria-label={`${shed.is_active ? 'Active' : 'Inactive'}: ${shed.title}`}
          onClick={onToggle}
          className="group inline-flex min-h-11 items-center gap-2.5 pr-2 font-medium"
        >
          <span
            aria-hidden
            className="flex h-6 w-11 rounded-full border border-line-firm bg-paper p-0.5 group-hover:border-ink group-aria-checked:justify-end group-aria-checked:border-moss group-aria-checked:bg-moss"
          >
            <span className="aspect-square h-full rounded-full bg-line-firm group-aria-checked:bg-white" />
          </span>
          {shed.is_active ? 'Active' : 'Inactive'}
        </button>
      }
      onEdit={onEdit}
      onDelete={onDelete}
    >
      <p className="text-ink-soft">
        {shed.material_type}, {shed.color}
      </p>
      <p className="text-ink-soft">
        {shed.size}, {shed.shed_style}
      </p>
      <p className="mt-2 font-semibold tabular-nums">{formatPrice(shed.price)}</p>
    </RecordCard>
  );
}
