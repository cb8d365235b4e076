import { expect, test } from 'vitest';
import { checkImports } from './import-rules.ts';

const forbidden = [
  ['app/ui/a.tsx', '#app/features/reviews/reviews.ts'],
  ['app/ui/b.tsx', '../admin/session.ts'],
  ['app/ui/c.tsx', '@supabase/supabase-js'],
  ['app/lib/d.ts', '#app/ui/button.tsx'],
  ['app/lib/e.ts', '../features/business/hours.ts'],
  ['app/site/f.tsx', '#app/admin/session.ts'],
  ['app/admin/g.tsx', '#app/site/layout.tsx'],
  ['app/features/sheds/public/h.tsx', '../admin/sheds-screen.tsx'],
  ['app/features/sheds/public/i.tsx', '#app/admin/session.ts'],
  ['app/features/sheds/admin/j.tsx', '#app/site/layout.tsx'],
  ['app/features/sheds/k.ts', 'react'],
  ['app/features/sheds/l.ts', './admin/sheds-screen.tsx'],
  ['app/features/sheds/m.ts', '#app/ui/button.tsx'],
  ['app/features/home/public/n.tsx', '#app/features/sheds/public/shed-card.tsx'],
  ['app/features/quotes/o.ts', '#app/features/sheds/shed-listings.ts'],
  ['app/features/unlisted/o.ts', '#app/features/sheds/shed-listings.ts'],
  ['app/root.tsx', '#backend/backend.ts'],
  ['app/features/home/public/p.tsx', '#server/settings.ts'],
  ['backend/tables/q.ts', '#app/features/business/hours.ts'],
  ['backend/tables/r.ts', '#server/settings.ts'],
  ['drawing/design/s.ts', '#app/lib/options.ts'],
  ['drawing/views/scene/t.ts', '../../../supabase/seed/scenes/sheds.ts'],
  ['drawing/geometry/u.ts', 'node:path'],
  ['drawing/geometry/v.ts', '#drawing/design/shed-design.ts'],
  ['drawing/design/w.ts', '../framing/member.ts'],
  ['drawing/framing/x.ts', '#drawing/views/lines/line-drawing.ts'],
  ['drawing/views/lines/y.ts', '../scene/scene.ts'],
  ['drawing/views/model/z.ts', '#drawing/framing/frame-shed.ts'],
] as const;

test.each(forbidden)('%s may not import %s', (file, specifier) => {
  const code = `import { thing } from '${specifier}';`;
  expect(checkImports(new Map([[file, code]]))).toHaveLength(1);
});

const allowed = [
  ['app/features/home/public/a.tsx', '#app/features/sheds/shed-image.tsx'],
  ['app/features/home/public/b.tsx', '#app/site/layout.tsx'],
  ['app/features/sheds/admin/c.tsx', '../shed-listings.ts'],
  ['app/features/sheds/d.ts', '#drawing/design/roof-shapes.ts'],
  ['app/site/e.tsx', '#app/features/enquiries/quote-request-link.tsx'],
  ['app/ui/f.tsx', '#app/lib/dates.ts'],
  ['server/g.ts', '#backend/backend.ts'],
  ['drawing/design/h.ts', '#drawing/geometry/vector.ts'],
  ['drawing/views/scene/j.ts', '#drawing/framing/frame-panels.ts'],
  ['app/features/quotes/i.test.ts', '#app/features/sheds/shed-listings.ts'],
] as const;

test.each(allowed)('%s may import %s', (file, specifier) => {
  expect(checkImports(new Map([[file, `import('${specifier}');`]]))).toEqual([]);
});

test('a circle is found, of types as well', () => {
  const files = new Map([
    ['server/a.ts', "export { b } from './b.ts';"],
    ['server/b.ts', "import type { A } from './c.ts';"],
    ['server/c.ts', "import './a.ts';"],
  ]);
  expect(checkImports(files)).toEqual([
    'circle: server/a.ts -> server/b.ts -> server/c.ts -> server/a.ts',
  ]);
});
