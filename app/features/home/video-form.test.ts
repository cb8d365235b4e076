import { expect, test } from 'vitest';
import { fieldErrors } from '#app/lib/form-fields.ts';
import { toVideoColumns, toVideoForm, videoForm } from './video-form.ts';

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
