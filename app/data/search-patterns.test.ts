import { expect, it } from 'vitest';
import { toLikePatterns } from './search-patterns.ts';

it('toLikePatterns has a pattern per word, without case and accents', () => {
  expect(toLikePatterns('  Élodie   ROY ')).toEqual(['%elodie%', '%roy%']);
  expect(toLikePatterns(' \t ')).toEqual([]);
});

it('toLikePatterns escapes wildcards', () => {
  expect(toLikePatterns('100%')).toEqual(['%100\\%%']);
  expect(toLikePatterns('a_b')).toEqual(['%a\\_b%']);
  expect(toLikePatterns('c:\\new')).toEqual(['%c:\\\\new%']);
  expect(toLikePatterns('2*4')).toEqual(['%2_4%']);
  expect(toLikePatterns('(705),"555"')).toEqual(['%(705),"555"%']);
  expect(toLikePatterns('a\0b')).toEqual(['%ab%']);
});

it('toLikePatterns limits the number and length of words', () => {
  expect(toLikePatterns('a '.repeat(500))).toHaveLength(10);
  expect(toLikePatterns('a'.repeat(500))[0]).toHaveLength(202);
});
