import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ListStates } from './list-states.tsx';

const pending = { data: undefined, isError: false, refetch: () => Promise.reject() };

test.each(['rows', 'cards', 'form', 'text'] as const)(
  'ListStates shows a skeleton of %s while it loads, with its label for screen readers',
  (shape) => {
    const html = renderToStaticMarkup(
      <ListStates entityPlural="sheds" shape={shape} query={pending}>
        {() => 'loaded'}
      </ListStates>,
    );
    expect(html).toContain('data-skeleton');
    expect(html).toMatch(/role="status"><span class="sr-only">Loading sheds</);
    expect(html).not.toContain('loaded');
  },
);
