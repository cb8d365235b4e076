import type { ShedListing } from '#app/data/shed-listings.ts';
import { getListingImageUrl } from '#app/domain/designs/listing-image.ts';
import { formatPrice } from '#app/domain/format/prices.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Thumbnail } from '../images/thumbnail.tsx';
import { ActiveSwitch, RecordCard } from '../records/record-card.tsx';

type ShedCardProps = {
  shed: ShedListing;
  busy: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

export function ShedCard({ shed, busy, onToggle, onEdit, onDelete }: ShedCardProps) {
  const [cover] = shed.images;
  return (
    <RecordCard
      id={shed.id}
      title={shed.title}
      dimmed={!shed.is_active}
      image={
        <Thumbnail
          path={cover ?? getListingImageUrl(shed)}
          alt=""
          width={640}
          className="size-full"
        />
      }
      badges={
        <>
          {shed.is_featured && <Badge tone="done">Featured</Badge>}
          {!shed.is_active && <Badge tone="waiting">Inactive</Badge>}
        </>
      }
      actions={
        <ActiveSwitch active={shed.is_active} what={shed.title} busy={busy} onToggle={onToggle} />
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
