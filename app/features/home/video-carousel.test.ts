import { expect, test } from 'vitest';
import { fieldErrors } from '#app/lib/form-fields.ts';
import {
  getRenumberedVideos,
  sortVideos,
  toVideoColumns,
  toVideoForm,
  videoForm,
} from './video-carousel.ts';

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

const filled = { ...toVideoForm(undefined), title: 'A frame', video_url: '/demo/frame.mp4' };

function getErrors(change: object) {
  const { error } = videoForm.safeParse({ ...filled, ...change });
  return error ? fieldErrors(error) : {};
}

test('a new clip is active and has order_index 0', () => {
  expect(toVideoColumns(videoForm.parse(filled))).toEqual({
    title: 'A frame',
    description: null,
    video_url: '/demo/frame.mp4',
    order_index: 0,
    is_active: true,
  });
});

test('videoForm requires a title', () => {
  expect(getErrors({ title: '' })).toEqual({ title: 'Title is required' });
});

test('videoForm accepts a URL or a path on this site', () => {
  expect(getErrors({ video_url: 'https://youtu.be/abcdefghijk' })).toEqual({});
  for (const video_url of ['', 'youtu.be/abcdefghijk', 'data:video/mp4,x', '//example.com/a.mp4']) {
    expect(getErrors({ video_url })).toEqual({ video_url: 'Please enter a valid video URL' });
  }
});

test('videoForm requires a whole number from 0 as order', () => {
  for (const order_index of ['0', '12']) expect(getErrors({ order_index })).toEqual({});
  for (const order_index of ['-1', '', '1.5', 'one', '99999999999']) {
    expect(getErrors({ order_index })).toHaveProperty('order_index');
  }
});
