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
} from '@dnd-kit/sortable';
import { type KeyboardEvent as KeyPress, useState } from 'react';
import { PictureItem } from './picture-item.tsx';
import type { Pictures } from './use-pictures.ts';

type PictureListProps = { pictures: Pictures; sortable: boolean };

const instructions = {
  draggable:
    'To move a picture, press Space or Enter. While it is lifted, use the arrow keys. Press Space or Enter again to put it down, or Escape to leave it where it was.',
};

// The sensor listens on the document, and the dialog lets neither arrow keys nor Escape out as far
// as that. The sensor reads codes, the dialog keys: without a key, this one is the sensor's alone.
function handToSensor(event: KeyPress) {
  event.preventDefault();
  event.stopPropagation();
  document.dispatchEvent(new KeyboardEvent('keydown', { code: event.code, cancelable: true }));
}

/** The pictures in their order, to be sorted by dragging a handle or with the keyboard. */
export function PictureList({ pictures, sortable }: PictureListProps) {
  const [lifted, setLifted] = useState(false);
  const keys = pictures.pictures.map((picture) => picture.key);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 120, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  if (keys.length === 0) return null;

  const place = (key: unknown) => `position ${keys.indexOf(String(key)) + 1} of ${keys.length}`;
  const name = (key: unknown) =>
    pictures.pictures.find((picture) => picture.key === key)?.name ?? 'The picture';
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${name(active.id)} is lifted from ${place(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${name(active.id)} is over ${place(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      `${name(active.id)} is put down at ${place((over ?? active).id)}.`,
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
        if (over && over.id !== active.id) pictures.move(String(active.id), String(over.id));
      }}
    >
      <SortableContext items={keys} strategy={rectSortingStrategy}>
        <ul
          aria-label="Pictures"
          onKeyDown={(event) => {
            if (lifted && /^(Arrow|Escape)/.test(event.key)) handToSensor(event);
          }}
          className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4"
        >
          {pictures.pictures.map((picture, index) => (
            <PictureItem
              key={picture.key}
              picture={picture}
              isCover={sortable && index === 0}
              sortable={sortable && keys.length > 1}
              onMakeCover={() => pictures.move(picture.key, keys[0] ?? picture.key)}
              onRemove={() => pictures.remove(picture.key)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}
