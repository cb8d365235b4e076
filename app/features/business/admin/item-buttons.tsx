import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { rowActionClass } from '#app/admin/lists/row-actions.tsx';

type ItemButtonsProps = {
  /** Name of an item, such as 'question'. */
  what: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
  /** Undefined for items that stay in the list. */
  onRemove?: () => void;
};

/** Moves and removes an item of a list within a form. */
export function ItemButtons({ what, index, count, onMove, onRemove }: ItemButtonsProps) {
  return (
    <>
      <button
        type="button"
        className={rowActionClass}
        aria-label={`Move ${what} ${index + 1} up`}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowUp aria-hidden className="size-5" />
      </button>
      <button
        type="button"
        className={rowActionClass}
        aria-label={`Move ${what} ${index + 1} down`}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown aria-hidden className="size-5" />
      </button>
      {onRemove && (
        <button
          type="button"
          className={rowActionClass}
          aria-label={`Remove ${what} ${index + 1}`}
          onClick={onRemove}
        >
          <Trash2 aria-hidden className="size-5" />
        </button>
      )}
    </>
  );
}
