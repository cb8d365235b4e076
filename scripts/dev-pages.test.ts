import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { loadBuildFor } from './dev-pages.ts';

/** A build whose route loads the module of whatever graph is current, as Vite's dynamic imports do. */
const createBuild = (entry: object, load: () => Promise<unknown>) =>
  ({
    entry: { module: entry },
    routes: { 'contact-page': { id: 'contact-page', path: 'contact', module: { load } } },
  }) as unknown as ServerBuild;

test('a page is loaded from one graph of modules, also if Vite loads all anew meanwhile', async () => {
  const graphs = [{ graph: 1 }, { graph: 2 }, { graph: 3 }];
  let current = 0;
  let edits = 2;
  const load = async () => {
    // The second graph is there before the module of the route.
    if (edits > 0) current += 1;
    edits -= 1;
    return graphs[current];
  };
  const build = await loadBuildFor('/contact', async () =>
    createBuild(graphs[current] ?? {}, load),
  );
  expect(build.entry.module).toBe(graphs[2]);
  expect(build.routes['contact-page']?.module).toBe(graphs[2]);
});

test('the error of a module that does not load is thrown', async () => {
  const load = () => Promise.reject(new Error('Unexpected token'));
  const loading = loadBuildFor('/contact', async () => createBuild({}, load));
  await expect(loading).rejects.toThrow('Unexpected token');
});
