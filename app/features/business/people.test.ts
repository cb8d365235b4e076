import { expect, test } from 'vitest';
import { getInitials, parsePeople } from './people.ts';

test.each([
  ['Jo Marren', 'JM'],
  ['tom van der berg', 'TB'],
  [" Éloi  O'Neill ", 'ÉO'],
  ['Cher', 'C'],
  ['42', ''],
])('getInitials of %s are %s', (name, initials) => {
  expect(getInitials(name)).toBe(initials);
});

test('parsePeople returns entries with a name, and empty texts for what they lack', () => {
  expect(
    parsePeople([{ name: 'Jo', photo: 'thumbnails/1-jo.jpg' }, { role: 'Boss' }, null]),
  ).toEqual([{ name: 'Jo', role: '', photo: 'thumbnails/1-jo.jpg' }]);
  for (const stored of [null, undefined, {}, 'Jo']) expect(parsePeople(stored)).toEqual([]);
});
