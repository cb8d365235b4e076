import { expect, it } from 'vitest';
import { likePatterns } from './search-words.ts';

it('looks for each word, without case and accents', () => {
  expect(likePatterns('  Élodie   ROY ')).toEqual(['%elodie%', '%roy%']);
  expect(likePatterns(' \t ')).toEqual([]);
});

it('takes what was typed for what it is', () => {
  expect(likePatterns('100%')).toEqual(['%100\\%%']);
  expect(likePatterns('a_b')).toEqual(['%a\\_b%']);
  expect(likePatterns('c:\\new')).toEqual(['%c:\\\\new%']);
  expect(likePatterns('2*4')).toEqual(['%2_4%']);
  expect(likePatterns('(705),"555"')).toEqual(['%(705),"555"%']);
  expect(likePatterns('a\0b')).toEqual(['%ab%']);
});

it('bounds a search', () => {
  expect(likePatterns('a '.repeat(500))).toHaveLength(10);
  expect(likePatterns('a'.repeat(500))[0]).toHaveLength(202);
});
