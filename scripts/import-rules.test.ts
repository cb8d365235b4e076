import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The import directions between the modules (docs/architecture.md), as the linter enforces them.

const forbidden = [
  ['app/ui/a.tsx', '#app/data/reviews.ts'],
  ['app/ui/b.tsx', '../data/reviews.ts'],
  ['app/domain/c.ts', '#app/data/business-settings.ts'],
  ['app/domain/d.ts', 'react'],
  ['app/data/e.ts', '#app/ui/button.tsx'],
  ['app/site/f.tsx', '#app/admin/session.ts'],
  ['app/admin/g.tsx', '#app/site/layout.tsx'],
  ['app/h.tsx', '#backend/backend.ts'],
  ['app/site/home/i.tsx', '#server/settings.ts'],
  ['backend/tables/j.ts', '#app/domain/content/hours.ts'],
  ['backend/tables/k.ts', '#server/settings.ts'],
  ['drawing/p.ts', '#app/domain/options.ts'],
  ['drawing/shed/q.ts', '../../app/domain/options.ts'],
  ['drawing/r.ts', '#backend/backend.ts'],
  ['drawing/s.ts', '#server/settings.ts'],
  ['drawing/t.ts', '../supabase/seed/scenes/images.ts'],
  ['drawing/u.ts', 'node:fs/promises'],
  ['drawing/v.ts', 'node:path'],
  ['drawing/w.ts', 'react'],
] as const;

const allowed = [
  ['app/site/home/l.tsx', '#app/data/reviews.ts'],
  ['app/site/home/m.tsx', '#app/ui/button.tsx'],
  ['app/data/n.ts', '#app/domain/limits.ts'],
  ['server/o.ts', '#backend/backend.ts'],
  ['app/domain/x.ts', '#drawing/shed/roof-shapes.ts'],
  ['app/ui/y.tsx', '#drawing/shed/roof-shapes.ts'],
  ['drawing/shed/z.ts', '../vector.ts'],
] as const;

let directory: string;
let lintOutput: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'ridgeline-lint-'));
  copyFileSync('biome.json', join(directory, 'biome.json'));
  for (const [file, source] of [...forbidden, ...allowed]) {
    mkdirSync(join(directory, dirname(file)), { recursive: true });
    writeFileSync(join(directory, file), `import { thing } from '${source}';\n\nthing();\n`);
  }
  const { stdout } = spawnSync(
    resolve('node_modules/.bin/biome'),
    ['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false', '--reporter=github', '.'],
    { cwd: directory, encoding: 'utf8' },
  );
  lintOutput = stdout;
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test.each(forbidden)('%s may not import %s', (file) => {
  expect(lintOutput).toContain(file);
});

test.each(allowed)('%s may import %s', (file) => {
  expect(lintOutput).not.toContain(file);
});
