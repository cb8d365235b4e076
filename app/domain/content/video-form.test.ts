import { expect, test } from 'vitest';
import { fieldErrors } from '../form-fields.ts';
import { videoColumns, videoForm, videoFormOf } from './video-form.ts';

const filled = { ...videoFormOf(undefined), title: 'A frame', video_url: '/demo/frame.mp4' };

function errorsOf(change: object) {
  const { error } = videoForm.safeParse({ ...filled, ...change });
  return error ? fieldErrors(error) : {};
}

test('a new clip is active and stands at 0', () => {
  expect(videoColumns(videoForm.parse(filled))).toEqual({
    title: 'A frame',
    description: null,
    video_url: '/demo/frame.mp4',
    order_index: 0,
    is_active: true,
  });
});

test('a title is required', () => {
  expect(errorsOf({ title: '' })).toEqual({ title: 'Title is required' });
});

test('a clip is a web address or a path on this site', () => {
  expect(errorsOf({ video_url: 'https://youtu.be/abcdefghijk' })).toEqual({});
  for (const video_url of ['', 'youtu.be/abcdefghijk', 'data:video/mp4,x', '//example.com/a.mp4']) {
    expect(errorsOf({ video_url })).toEqual({ video_url: 'Please enter a valid video URL' });
  }
});

test('the order is a whole number from 0', () => {
  for (const order_index of ['0', '12']) expect(errorsOf({ order_index })).toEqual({});
  for (const order_index of ['-1', '', '1.5', 'one', '99999999999']) {
    expect(errorsOf({ order_index })).toHaveProperty('order_index');
  }
});
