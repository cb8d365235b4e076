import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import spdxSatisfies from 'spdx-satisfies';
import { z } from 'zod';

/**
 * What may ship. LGPL are libvips, which sharp loads as a library of its own, and libheif-js, a
 * WebAssembly module of its own; OFL and Bitstream-Vera are fonts.
 */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'ISC',
  'LGPL-3.0-only',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
];

/** A package that comes with `npm ci --omit=dev`, on one platform or another. */
export type Shipped = { name: string; version: string; licence: string };

/** Licences that packages name in words. */
const named = new Map([['dejavu-fonts-ttf', 'Bitstream-Vera']]);

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().default(false),
    }),
  ),
});

/** The older format of package.json. */
const olderPackage = z.object({ licenses: z.array(z.object({ type: z.string() })).min(1) });

/** The packages that ship, by name and version. `UNKNOWN` is the licence of one that names none and has no MIT text. */
export function listShipped(root: string): Shipped[] {
  const { packages } = lockFile.parse(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')),
  );
  const shipped = new Map<string, Shipped>();
  for (const [path, { version = '', license, dev }] of Object.entries(packages)) {
    if (path === '' || dev) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = named.get(name) ?? license ?? readOlderLicence(join(root, path));
    shipped.set(`${name} ${version}`, { name, version, licence });
  }
  return [...shipped.values()].sort(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'),
  );
}

function readOlderLicence(directory: string): string {
  const read = olderPackage.safeParse(
    JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')),
  );
  if (read.data) return read.data.licenses.map(({ type }) => type).join(' OR ');
  const text = join(directory, 'LICENSE');
  const isMit = existsSync(text) && readFileSync(text, 'utf8').startsWith('MIT License\n');
  return isMit ? 'MIT' : 'UNKNOWN';
}

/** Whether a licence, or one of several alternatives, may ship. */
export function isAllowed(licence: string): boolean {
  try {
    return spdxSatisfies(licence, allowed);
  } catch {
    return false;
  }
}
