import { expect, test } from 'vitest';
import { getVideoSource } from './video-source.ts';

test('getVideoSource returns file for a video file', () => {
  expect(getVideoSource('/demo/framing.mp4')).toEqual({ type: 'file', url: '/demo/framing.mp4' });
  expect(getVideoSource('https://cdn.example.com/a/b.WEBM?x=1').type).toBe('file');
});

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3',
  'https://youtu.be/dQw4w9WgXcQ',
  'https://m.youtube.com/shorts/dQw4w9WgXcQ',
])('getVideoSource returns embed for %s', (url) => {
  expect(getVideoSource(url)).toMatchObject({
    type: 'embed',
    host: 'YouTube',
    player: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  });
});

test('getVideoSource returns embed for Vimeo', () => {
  expect(getVideoSource('https://vimeo.com/76979871')).toMatchObject({
    host: 'Vimeo',
    player: 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1',
  });
});

test.each([
  'https://example.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v="><script>',
  'javascript:alert(1)//.mp4',
  'not an address',
])('getVideoSource returns link for %s', (url) => {
  expect(getVideoSource(url).type).toBe('link');
});
