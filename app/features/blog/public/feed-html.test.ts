import { expect, test, vi } from 'vitest';
import { feedHtml } from './feed-html.server.ts';

test.each([
  ['<a href="/sheds">a</a>', 'href="https://example.com/sheds"'],
  ['<a href="#ground">a</a>', 'href="https://example.com/blog/frost#ground"'],
  ['<a href="mailto:a@example.com">a</a>', 'href="mailto:a@example.com"'],
  [
    '<img src="/pictures/960/jpeg/blog/1-a.webp" />',
    'src="https://example.com/pictures/960/jpeg/blog/1-a.webp"',
  ],
  ['<img src="https://cdn.example/a.png" />', 'src="https://cdn.example/a.png"'],
])('feedHtml makes the URL absolute in %s', (html, part) => {
  expect(feedHtml(html, 'https://example.com/blog/frost')).toContain(part);
});

test('feedHtml removes scripts and event handlers without a warning in the log', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(feedHtml('<p onclick="x()">a<script>x()</script></p>', 'https://example.com/')).toBe(
    '<p>a</p>',
  );
  expect(warned).not.toHaveBeenCalled();
});
