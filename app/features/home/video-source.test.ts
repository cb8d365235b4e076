import { expect, test } from 'vitest';
import { getVideoSource } from './video-source.ts';

test('getVideoSource returns file for a video file', () => {
  expect(getVideoSource('/demo/framing.mp4')).toEqual({ type: 'file', url: '/demo/framing.mp4' });
  expect(getVideoSource('https://cdn.example.com/a/b.WEBM?x=1').type).toBe('file');
});

const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1';
const vimeo = 'https://player.vimeo.com/video/76979871?';

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youtube],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', `${youtube}&start=3`],
  [
    'https://www.youtube.com/watch?t=1h2m3s&v=dQw4w9WgXcQ&list=PL12345678901',
    `${youtube}&start=3723`,
  ],
  ['https://youtu.be/dQw4w9WgXcQ', youtube],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc&t=90s', `${youtube}&start=90`],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', youtube],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=7', `${youtube}&start=7`],
  ['https://www.youtube.com/live/dQw4w9WgXcQ#t=5', `${youtube}&start=5`],
  ['https://vimeo.com/76979871', `${vimeo}autoplay=1&dnt=1`],
  ['https://vimeo.com/76979871#t=1m30s', `${vimeo}autoplay=1&dnt=1#t=90s`],
  ['https://vimeo.com/76979871/8272103f6e?share=copy', `${vimeo}h=8272103f6e&autoplay=1&dnt=1`],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e', `${vimeo}h=8272103f6e&autoplay=1&dnt=1`],
  ['https://vimeo.com/manage/videos/76979871/8272103f6e', `${vimeo}h=8272103f6e&autoplay=1&dnt=1`],
  ['https://vimeo.com/channels/staffpicks/76979871', `${vimeo}autoplay=1&dnt=1`],
  ['https://vimeo.com/groups/sheds/videos/76979871', `${vimeo}autoplay=1&dnt=1`],
  ['https://vimeo.com/showcase/1234567/video/76979871', `${vimeo}autoplay=1&dnt=1`],
  ['https://vimeo.com/album/1234567/video/76979871', `${vimeo}autoplay=1&dnt=1`],
])('getVideoSource plays %s', (url, player) => {
  expect(getVideoSource(url)).toMatchObject({ type: 'embed', player });
});

test.each([
  'https://vimeo.com/showcase/1234567',
  'https://vimeo.com/album/1234567',
  'https://vimeo.com/event/1234567',
  'https://vimeo.com/ondemand/1234567',
  'https://vimeo.com/user1234567/review/76979871/8272103f6e',
  'https://player.vimeo.com/showcase/1234567/embed',
  'https://vimeo.com/76979871/likes',
  'https://www.youtube.com/embed/videoseries?list=PL12345678901',
  'https://www.youtube.com/embed/live_stream?channel=UC1234567890',
  'https://www.youtube.com/playlist?list=PL12345678901&v=dQw4w9WgXcQ',
  'https://www.youtube.com/shed-builders',
  'https://example.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v="><script>',
  'javascript:alert(1)//.mp4',
  'not an address',
])('getVideoSource returns link for %s', (url) => {
  expect(getVideoSource(url).type).toBe('link');
});
