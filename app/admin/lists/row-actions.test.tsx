import { Pencil, Trash2 } from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { RowMenu } from './row-actions.tsx';

const onClick = vi.fn();
const edit = { label: 'Edit', Icon: Pencil, onClick };
const remove = { label: 'Delete', Icon: Trash2, onClick };

test('a menu with one entry is a button that does it, one with two opens a dialog', () => {
  const render = (items: (typeof edit)[]) =>
    renderToStaticMarkup(<RowMenu what="Red Barn" items={items} />);
  expect(render([edit])).toMatch(/^<button(?![^>]*aria-haspopup)[^>]* aria-label="Edit: Red Barn"/);
  expect(render([edit, remove])).toMatch(
    /^<button[^>]* aria-label="More: Red Barn"[^>]* aria-haspopup="dialog"/,
  );
});
