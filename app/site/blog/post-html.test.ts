import { expect, test } from 'vitest';
import { postHtml } from './post-html.server.ts';

test('what the editor makes stays', () => {
  const html =
    '<h2>Ground</h2><p><strong>Dry</strong> <em>and</em> <u>level</u></p><ul><li>Gravel</li></ul>';
  expect(postHtml(html)).toBe(html);
});

test('scripts, handlers and their addresses go', () => {
  expect(postHtml('<p onclick="x()">a<script>x()</script></p>')).toBe('<p>a</p>');
  expect(postHtml('<a href="javascript:x()">a</a>')).toBe('<a rel="noopener nofollow">a</a>');
  expect(postHtml('<img src="x.png" onerror="x()" />')).toBe('<img src="x.png" />');
  expect(postHtml('<img src="data:image/png;base64,AAAA" />')).toBe(
    '<img src="data:image/png;base64,AAAA" />',
  );
  expect(postHtml('<iframe src="https://example.com"></iframe>')).toBe('');
});

test('the page keeps one first heading', () => {
  expect(postHtml('<h1>Ground</h1>')).toBe('<h2>Ground</h2>');
});
