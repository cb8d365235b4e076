import { expect, test } from 'vitest';
import { getRenumberedVideos, matchesSearch, moveVideo, sortVideos } from './video-list.ts';

const clip = (id: string, order_index: number, created_at = '2026-01-01') => ({
  id,
  order_index,
  created_at,
});
const ids = (clips: { id: string }[]) => clips.map(({ id }) => id).join('');

test('clips are sorted by order_index, then the newest first', () => {
  const clips = [clip('a', 2), clip('b', 0), clip('c', 0, '2026-02-01'), clip('d', 0)];
  expect(ids(sortVideos(clips))).toBe('cbda');
});

test('a clip moves to the position of another, forwards and backwards', () => {
  const clips = [clip('a', 0), clip('b', 1), clip('c', 2), clip('d', 3)];
  expect(ids(moveVideo(clips, 'a', 'c'))).toBe('bcad');
  expect(ids(moveVideo(clips, 'd', 'b'))).toBe('adbc');
  expect(ids(moveVideo(clips, 'x', 'b'))).toBe('abcd');
});

test('only clips with another index get a new order_index', () => {
  const changes = (clips: Parameters<typeof getRenumberedVideos>[0]) =>
    getRenumberedVideos(clips).map(({ clip: { id }, order_index }) => ({ id, order_index }));
  expect(changes([clip('a', 0), clip('c', 2), clip('b', 1)])).toEqual([
    { id: 'c', order_index: 1 },
    { id: 'b', order_index: 2 },
  ]);
  expect(changes([clip('a', 0), clip('b', 0), clip('c', 0)])).toEqual([
    { id: 'b', order_index: 1 },
    { id: 'c', order_index: 2 },
  ]);
});

test('matchesSearch finds every word without regard to case and accents', () => {
  const texts = ['The Gardener', null, 'Café Gable'];
  expect(matchesSearch(texts, '')).toBe(true);
  expect(matchesSearch(texts, ' GABLE gard ')).toBe(true);
  expect(matchesSearch(texts, 'cafe')).toBe(true);
  expect(matchesSearch(texts, 'gable metal')).toBe(false);
});
