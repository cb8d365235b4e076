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
  ['drawing/geometry/p.ts', '#app/domain/options.ts'],
  ['drawing/design/q.ts', '../../app/domain/options.ts'],
  ['drawing/framing/r.ts', '#backend/backend.ts'],
  ['drawing/views/lines/s.ts', '#server/settings.ts'],
  ['drawing/views/scene/t.ts', '../../../supabase/seed/scenes/sheds.ts'],
  ['drawing/views/model/u.ts', 'node:fs/promises'],
  ['drawing/geometry/v.ts', 'node:path'],
  ['drawing/w.ts', 'react'],
  ['drawing/geometry/aa.ts', '#drawing/design/shed-design.ts'],
  ['drawing/geometry/ab.ts', '../framing/member.ts'],
  ['drawing/design/ac.ts', '#drawing/framing/frame-shed.ts'],
  ['drawing/design/ad.ts', '#drawing/views/lines/line-drawing.ts'],
  ['drawing/framing/ae.ts', '#drawing/views/lines/line-drawing.ts'],
  ['drawing/views/lines/af.ts', '../scene/scene.ts'],
  ['drawing/views/scene/ag.ts', '#drawing/views/model/mesh.ts'],
  ['drawing/views/model/ah.ts', '#drawing/framing/frame-shed.ts'],
] as const;

const allowed = [
  ['app/site/home/l.tsx', '#app/data/reviews.ts'],
  ['app/site/home/m.tsx', '#app/ui/button.tsx'],
  ['app/data/n.ts', '#app/domain/limits.ts'],
  ['server/o.ts', '#backend/backend.ts'],
  ['app/domain/x.ts', '#drawing/design/roof-shapes.ts'],
  ['app/ui/y.tsx', '#drawing/design/roof-shapes.ts'],
  ['drawing/design/z.ts', '#drawing/geometry/vector.ts'],
  ['drawing/framing/ai.ts', '#drawing/design/shed-design.ts'],
  ['drawing/views/lines/aj.ts', '#drawing/framing/frame-shed.ts'],
  ['drawing/views/scene/ak.ts', '#drawing/framing/frame-panels.ts'],
  ['drawing/views/model/al.ts', '#drawing/design/design-panels.ts'],
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
