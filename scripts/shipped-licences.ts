import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import spdxSatisfies from 'spdx-satisfies';
import { z } from 'zod';

/**
 * Licences that may ship. LGPL applies to libvips, a separate library of sharp, and libheif-js, a
 * separate WebAssembly module; OFL and Bitstream-Vera to fonts.
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

/** A package that `npm ci --omit=dev` installs on any platform. */
export type Shipped = { name: string; version: string; licence: string };

/** Licences that packages name in their own words. */
const named = new Map([['dejavu-fonts-ttf', 'Bitstream-Vera']]);

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().default(false),
      link: z.boolean().default(false),
    }),
  ),
});

/** The older format of package.json. */
const olderPackage = z.object({ licenses: z.array(z.object({ type: z.string() })).min(1) });

/**
 * Lists the packages that ship, by name and version. The licence is `UNKNOWN` if a package names
 * none and has no MIT text.
 */
export function listShipped(root: string): Shipped[] {
  const { packages } = lockFile.parse(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')),
  );
  const shipped = new Map<string, Shipped>();
  for (const [path, { version = '', license, dev, link }] of Object.entries(packages)) {
    if (path === '' || dev || link) continue;
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

/** Returns true if a licence, or one of its alternatives, may ship. */
export function isAllowed(licence: string): boolean {
  try {
    return spdxSatisfies(licence, allowed);
  } catch {
    return false;
  }
}
