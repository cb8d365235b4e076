import { expect, test } from 'vitest';
import { dispositionOf } from './disposition.ts';

test.each([
  ['sheds/1-a.jpg', 'image/jpeg', '', 'inline; filename="1-a.jpg"'],
  ['sheds/1-a.JPEG', 'image/jpeg', '', 'inline; filename="1-a.JPEG"'],
  ['sheds/1-a.html', 'image/gif', '', 'inline; filename="1-a.html.gif"'],
  ['sheds/1-a.svg', 'image/png', '?download', 'attachment; filename="1-a.svg.png"'],
  ['sheds/1-a', 'image/webp', '?download=b.hta', 'attachment; filename="b.hta.webp"'],
  ['notes/a.html', 'text/plain', '', 'attachment; filename="a.html.txt"'],
  ['notes/a.exe', 'application/x-msdownload', '', 'attachment; filename="a.exe.bin"'],
  ['a.png', 'image/png', '?download=%22%0D%0Ax', 'attachment; filename="___x.png"'],
])('%s with %s and %o is %s', (name, mimetype, query, expected) => {
  const disposition = dispositionOf(new Request(`http://x/${query}`), name, mimetype);
  expect(disposition.slice(0, disposition.indexOf('; filename*'))).toBe(expected);
  expect(disposition).not.toMatch(/[\r\n]/);
});
