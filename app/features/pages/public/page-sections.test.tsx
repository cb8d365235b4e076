import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Section } from '../page-content.ts';
import { PageSections } from './page-sections.tsx';

/** Renders with everything that loads lazily, as the server does. */
const render = (sections: Section[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let html = '';
    const sink = new Writable({
      write(chunk, _encoding, done) {
        html += chunk;
        done();
      },
      final(done) {
        resolve(html);
        done();
      },
    });
    const review = {
      ...{ id: '50000000-0000-4000-8000-000000000003', customer_name: 'Ann', rating: 5 },
      ...{ review_text: 'They built it straight.', project_type: null, town: 'Barrie' },
      ...{
        reviewed_on: null,
        source_url: null,
        image: null,
        is_approved: true,
        is_featured: false,
      },
      ...{ sent_by_customer: false, created_at: '', updated_at: '' },
    };
    const { pipe } = renderToPipeableStream(
      <MemoryRouter>
        <PageSections title="Warranty" sections={sections} reviews={[review]} />
      </MemoryRouter>,
      { onAllReady: () => pipe(sink), onError: reject },
    );
  });

test('a page shows its texts, questions and buttons in their order', async () => {
  const html = await render([
    { type: 'text', html: '<p>Ten years.</p>' },
    { type: 'question', question: 'Does it <leak>?', answer: 'No: https://example.com/why' },
    { type: 'button', label: 'Browse sheds', href: '/sheds' },
    { type: 'button', label: 'Call', href: 'tel:+17055550100' },
  ]);
  const parts = [
    '<h1',
    'Warranty</h1>',
    '<p>Ten years.</p>',
    'Does it &lt;leak&gt;?</h2>',
    'href="https://example.com/why"',
    'href="/sheds"',
    'href="tel:+17055550100"',
  ];
  const places = parts.map((part) => html.indexOf(part));
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places).not.toContain(-1);
});

test('a page shows images, videos and approved reviews without scripts', async () => {
  const html = await render([
    { type: 'gallery', paths: ['blog/1-a.webp', 'blog/2-b.webp'] },
    { type: 'comparison', before: 'blog/3-c.webp', after: 'blog/4-d.webp', title: 'A porch' },
    { type: 'video', title: 'A roof', url: 'https://youtu.be/dQw4w9WgXcQ', thumbnail: null },
    { type: 'review', id: '50000000-0000-4000-8000-000000000003' },
    { type: 'review', id: '50000000-0000-4000-8000-000000000004' },
  ]);
  for (const name of ['1-a', '2-b', '3-c', '4-d']) expect(html).toContain(`blog/${name}.webp`);
  expect(html).toContain('A porch, before');
  expect(html).toContain('href="https://youtu.be/dQw4w9WgXcQ"');
  expect(html.match(/They built it straight\./g)).toHaveLength(1);
});
