import { expect, test } from 'vitest';
import { type Block, checkBlock } from './page-blocks.ts';
import { pageContentToRichText, pageContentToStore, parsePageContent } from './page-content.ts';

const element = (block: unknown) =>
  `<div data-block="${JSON.stringify(block).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></div>`;

const blocks: Block[] = [
  { type: 'gallery', paths: ['blog/1-a.webp', 'projects/2-b.webp'] },
  { type: 'comparison', before: 'blog/1-a.webp', after: 'blog/2-b.webp', title: 'A "porch"' },
  { type: 'video', title: 'A & B', url: 'https://youtu.be/dQw4w9WgXcQ', thumbnail: null },
  { type: 'review', id: '50000000-0000-4000-8000-000000000003' },
  { type: 'question', question: 'Does it <leak>?', answer: 'No.\nNever.' },
  { type: 'button', label: 'Browse sheds', href: '/sheds' },
];

test.each(blocks)('a block of the type $type is stored and read unchanged', (block) => {
  const stored = pageContentToStore(`<p>Before</p>${element(block)}<p>After</p>`);
  expect(pageContentToStore(stored)).toBe(stored);
  expect(parsePageContent(stored)).toEqual([
    { type: 'text', html: '<p>Before</p>' },
    block,
    { type: 'text', html: '<p>After</p>' },
  ]);
});

test('parsePageContent leaves out unknown and invalid blocks, scripts and empty texts', () => {
  const content = [
    '<p></p>',
    element({ type: 'frame', src: 'https://example.com' }),
    element({ type: 'button', label: 'Win', href: 'javascript:alert(1)' }),
    element({ type: 'gallery', paths: ['orders/1-private.webp'] }),
    '<div data-block="{broken"></div>',
    `<div data-block='{"type":"review"}' onclick="x()">text</div>`,
    '<p onclick="x()">Safe<script>x()</script></p>',
  ].join('');
  expect(parsePageContent(content)).toEqual([{ type: 'text', html: 'text<p>Safe</p>' }]);
  expect(pageContentToStore(content)).toBe('<p></p>text<p>Safe</p>');
});

test('a block within a list splits it into two lists', () => {
  const [block] = blocks;
  expect(parsePageContent(`<ul><li><p>One</p>${element(block)}</li></ul>`)).toEqual([
    { type: 'text', html: '<ul><li><p>One</p></li></ul>' },
    block,
  ]);
});

test('pageContentToRichText renders each block as a line of text', () => {
  expect(pageContentToRichText(`<p>Hi</p>${blocks.map(element).join('')}`)).toBe(
    [
      '<p>Hi</p><p>Gallery: 2 images</p><p>Before and after: A &quot;porch&quot;</p>',
      '<p>Video: A &amp; B</p><p>Review</p>',
      '<p>Question and answer: Does it &lt;leak&gt;?: No.\nNever.</p>',
      '<p>Button: Browse sheds (/sheds)</p>',
    ].join(''),
  );
});

test.each([
  ['/sheds', '/sheds'],
  ['#prices', '#prices'],
  ['example.com', 'https://example.com/'],
  ['ann@example.com', 'mailto:ann@example.com'],
  ['//example.com', undefined],
  ['/\\example.com', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('the link %j of a button becomes %j', (href, expected) => {
  const { data } = checkBlock({ type: 'button', label: 'Go', href });
  expect(data).toEqual(expected && { type: 'button', label: 'Go', href: expected });
});
