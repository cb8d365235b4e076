import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical } from 'lucide-react';
import { type KeyboardEvent as KeyPress, type ReactNode, useState } from 'react';

type Item = { id: string; title: string };

type SortableGridProps<Row extends Item> = {
  label: string;
  rows: Row[];
  className?: string;
  onMove: (id: string, to: string) => void;
  children: (row: Row, handle: ReactNode, index: number) => ReactNode;
};

const instructions = {
  draggable:
    'To move an item, press Space or Enter, then use the arrow keys. Press Space or Enter again to drop it, or Escape to cancel.',
};

// The sensor listens on the document, but the dialog stops these keys. An event with a code and
// without a key is handled by the sensor only.
function dispatchToSensor(event: KeyPress) {
  event.preventDefault();
  event.stopPropagation();
  document.dispatchEvent(new KeyboardEvent('keydown', { code: event.code, cancelable: true }));
}

const inDialog = (element: Element) => element.closest('[role=dialog]') !== null;

/** Moves an item to the place of another one; an unknown id moves nothing. */
export function moveItem<Row extends { id: string }>(rows: Row[], id: string, to: string): Row[] {
  const moved = rows.find((row) => row.id === id);
  const target = rows.findIndex((row) => row.id === to);
  if (!moved || target < 0) return rows;
  const others = rows.filter((row) => row !== moved);
  return [...others.slice(0, target), moved, ...others.slice(target)];
}

export function SortableGrid<Row extends Item>({
  label,
  rows,
  className = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3',
  onMove,
  children,
}: SortableGridProps<Row>) {
  const [lifted, setLifted] = useState(false);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 120, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = (id: unknown) =>
    `position ${rows.findIndex((row) => row.id === id) + 1} of ${rows.length}`;
  const name = (id: unknown) => rows.find((row) => row.id === id)?.title ?? 'The item';
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${name(active.id)} was picked up from ${place(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${name(active.id)} is over ${place(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      `${name(active.id)} was dropped at ${place((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${name(active.id)} stays at ${place(active.id)}.`,
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: instructions }}
      onDragStart={() => setLifted(true)}
      onDragCancel={() => setLifted(false)}
      onDragEnd={({ active, over }) => {
        setLifted(false);
        if (over && over.id !== active.id) onMove(String(active.id), String(over.id));
      }}
    >
      <SortableContext items={rows} strategy={rectSortingStrategy}>
        <ul
          aria-label={label}
          onKeyDown={(event) => {
            if (lifted && /^(Arrow|Escape)/.test(event.key) && inDialog(event.currentTarget)) {
              dispatchToSensor(event);
            }
          }}
          className={className}
        >
          {rows.map((row, index) => (
            <SortableCard key={row.id} row={row}>
              {(handle) => children(row, handle, index)}
            </SortableCard>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

type SortableCardProps = { row: Item; children: (handle: ReactNode) => ReactNode };

function SortableCard({ row, children }: SortableCardProps) {
  const sortable = useSortable({ id: row.id });
  const { transform, transition, isDragging } = sortable;
  return (
    <li
      ref={sortable.setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`grid min-w-0 ${isDragging ? 'relative z-10 shadow-xl' : ''}`}
    >
      {children(
        <button
          type="button"
          ref={sortable.setActivatorNodeRef}
          title="Move"
          className="-ml-2 inline-grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-md hover:bg-pine"
          {...sortable.attributes}
          {...sortable.listeners}
          aria-label={`Move: ${row.title}`}
        >
          <GripVertical aria-hidden className="size-5" />
        </button>,
      )}
    </li>
  );
}
