import { expect, it } from 'vitest';
import { richTextToShow, richTextToStore } from './rich-text.ts';

const everyTool =
  '<h1>A</h1><h2>B</h2><h3>C</h3><p><strong>b</strong><em>i</em><u>u</u><s>s</s></p>' +
  '<ol><li><p>1</p></li></ol><ul><li><p>2</p></li></ul><blockquote><p>q</p></blockquote>' +
  '<pre><code>c</code></pre><p><a href="tel:+17055550100" rel="noopener nofollow">t</a></p>' +
  '<img src="https://example.com/a.jpg" alt="A" />';

it('richTextToStore retains what the toolbar can create', () => {
  expect(richTextToStore(everyTool)).toBe(everyTool);
});

it('richTextToStore removes scripts, foreign content and styles', () => {
  expect(
    richTextToStore('<p style="color:red" class="Mso" onclick="x()">a<script>x()</script></p>'),
  ).toBe('<p>a</p>');
  expect(richTextToStore('<a href="javascript:x()">a</a>')).toBe(
    '<a rel="noopener nofollow">a</a>',
  );
  expect(richTextToStore('<img src="ftp://example.com/a" alt="" />')).toBe('');
  expect(richTextToStore('<a href="data:text/html,x">a</a>')).not.toContain('data:');
});

it('richTextToShow renders h1 as h2', () => {
  expect(richTextToShow('<h1>A</h1>')).toBe('<h2>A</h2>');
});

it('shows what the editor creates unchanged', () => {
  const html =
    '<h2>Ground</h2><p><strong>Dry</strong> <em>and</em> <u>level</u></p><ul><li>Gravel</li></ul>';
  expect(richTextToShow(html)).toBe(html);
});

it('shows no scripts, handlers or their URLs', () => {
  expect(richTextToShow('<p onclick="x()">a<script>x()</script></p>')).toBe('<p>a</p>');
  expect(richTextToShow('<a href="javascript:x()">a</a>')).toBe('<a rel="noopener nofollow">a</a>');
  expect(richTextToShow('<img src="x.png" onerror="x()" />')).toBe('<img src="x.png" />');
  expect(richTextToShow('<img src="data:image/png;base64,AAAA" />')).toBe(
    '<img src="data:image/png;base64,AAAA" />',
  );
  expect(richTextToShow('<iframe src="https://example.com"></iframe>')).toBe('');
});

it.each([
  ['tel:705-555-0142', 'tel:+17055550142'],
  [' tel:705-555-0142 ext. 2', 'tel:+17055550142;ext=2'],
  ['tel:70555501422', undefined],
  ['mailto:a&amp;b@example.com', 'mailto:a%26b@example.com'],
  ['mailto:nobody', undefined],
])('a stored link to %j leads to %j', (stored, href) => {
  const link = `<a${href ? ` href="${href}"` : ''} rel="noopener nofollow">Call</a>`;
  for (const convert of [richTextToStore, richTextToShow]) {
    expect(convert(`<a href="${stored}">Call</a>`)).toBe(link);
  }
});
