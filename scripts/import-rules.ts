import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

// `npm run lint` checks which folder may import which (docs/architecture.md); Biome's patterns know no order.

/** Each may import those to its right. */
const featureOrder = [
  'moving',
  'price-list',
  'audit',
  'home',
  'sheds',
  'enquiries',
  'privacy',
  'quotes',
  'designer',
  'blog',
  'projects',
  'reviews',
  'accounts',
  'business',
  'heroes',
  'images',
];

/** What each layer of drawing/ may import, apart from itself. */
const drawingLayers: Record<string, readonly string[]> = {
  geometry: [],
  design: ['geometry'],
  framing: ['geometry', 'design'],
  'views/lines': ['geometry', 'design', 'framing'],
  'views/scene': ['geometry', 'design', 'framing'],
  'views/model': ['geometry', 'design'],
};

const findLayer = (path: string) =>
  Object.keys(drawingLayers).find((layer) => path.startsWith(`drawing/${layer}/`));

type Place = { folder: string; feature?: string; part?: string };

/** `part` of a feature: `public`, `admin`, `rules` (`.ts` in its root) or `shared` (`.tsx` in its root). */
function locate(path: string): Place {
  const [folder = '', second = '', feature = '', ...rest] = path.split('/');
  if (folder !== 'app') return { folder };
  if (second !== 'features') return { folder: rest.length || feature ? `app/${second}` : 'app' };
  const part = rest.length > 0 ? rest[0] : undefined;
  if (part === 'public' || part === 'admin') return { folder: 'app/features', feature, part };
  return { folder: 'app/features', feature, part: path.endsWith('.tsx') ? 'shared' : 'rules' };
}

const kits = ['app/lib', 'app/ui'];
const reactPackages =
  /^(react|react-dom|react-router|react-hook-form|@tanstack\/react-query)(\/|$)/;
const impurePackages = /^(node:|react|@supabase\/|sharp$|fast-check$)/;

/** Why a file may not import another, or nothing. Paths are relative to the project. */
function findFault(from: string, to: string): string | undefined {
  const [source, target] = [locate(from), locate(to)];
  const isIn = (...folders: string[]) => folders.includes(target.folder);
  if (source.folder === 'drawing' && !isIn('drawing')) return 'drawing/ imports nothing of ours';
  if (source.folder === 'drawing') {
    const [layer = '', other = ''] = [findLayer(from), findLayer(to)];
    if (layer !== other && !drawingLayers[layer]?.includes(other))
      return 'in drawing/, geometry < design < framing < views, and views do not import each other';
  }
  if (source.folder === 'backend' && (isIn('server') || target.folder.startsWith('app')))
    return 'backend/ knows neither the website nor its process';
  if (source.folder.startsWith('app') && isIn('backend', 'server'))
    return 'the website never imports backend/ or server/';
  if (source.folder === 'app/lib' && !isIn('app/lib', 'drawing'))
    return 'app/lib/ has what no feature owns';
  if (source.folder === 'app/ui' && !isIn(...kits, 'drawing'))
    return 'app/ui/ knows no data and no screen';
  const side = (place: Place) =>
    place.part ?? place.folder.replace('app/', '').replace('site', 'public');
  const sides = [side(source), side(target)];
  if (sides.includes('public') && sides.includes('admin'))
    return 'public pages and the back office never import each other';
  if (source.part === 'rules' && !isIn('app/lib', 'drawing') && target.part !== 'rules')
    return "a feature's rules know no screen";
  if (!source.feature || !target.feature || source.feature === target.feature) return undefined;
  if (!featureOrder.includes(source.feature)) return `featureOrder lacks ${source.feature}`;
  if (target.part === 'public' || target.part === 'admin')
    return 'features import one another only through the files in their root';
  if (featureOrder.indexOf(source.feature) > featureOrder.indexOf(target.feature))
    return 'a feature imports only those to its right in featureOrder';
  return undefined;
}

function findPackageFault(from: string, name: string): string | undefined {
  const { folder, part } = locate(from);
  if (folder === 'drawing' && impurePackages.test(name)) return 'drawing/ is pure';
  if (part === 'rules' && reactPackages.test(name)) return "a feature's rules import no React";
  if (folder === 'app/ui' && name.startsWith('@supabase/')) return 'app/ui/ knows no data';
  return undefined;
}

/**
 * The faults of a set of files.
 * @param files their code by paths relative to the project
 * @returns a line for each import that is not allowed, and for each circle
 */
export function checkImports(files: ReadonlyMap<string, string>): string[] {
  const imports = new Map<string, string[]>();
  const faults: string[] = [];
  for (const [path, code] of files) {
    const specifiers = listImports(path, code);
    imports.set(path, []);
    for (const specifier of specifiers) {
      const target = resolveImport(path, specifier);
      if (target) imports.get(path)?.push(target);
      // Tests import what they need.
      if (/\.test\.tsx?$/.test(path)) continue;
      const why = target ? findFault(path, target) : findPackageFault(path, specifier);
      if (why) faults.push(`${path} imports ${specifier}: ${why}`);
    }
  }
  return [...faults, ...findCircles(imports)];
}

function listImports(path: string, code: string): string[] {
  const { module } = parseSync(path, code);
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  );
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const text = code.slice(start, end);
    return /^['"][^'"]+['"]$/.test(text) ? text.slice(1, -1) : [];
  });
  const imported = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  return [...new Set([...imported, ...exported, ...dynamic])];
}

/** Nothing for packages. */
function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  return undefined;
}

/** Circles of imports, types included, each once. */
function findCircles(imports: ReadonlyMap<string, string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: string[]) => {
    const start = trail.indexOf(path);
    if (start >= 0) circles.push(`circle: ${[...trail.slice(start), path].join(' -> ')}`);
    if (start >= 0 || done.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return circles;
}

if (import.meta.main) {
  const folders = ['app', 'backend', 'drawing', 'server'];
  const paths = execFileSync('git', ['ls-files', '--', ...folders], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path));
  const faults = checkImports(new Map(paths.map((path) => [path, readFileSync(path, 'utf8')])));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
