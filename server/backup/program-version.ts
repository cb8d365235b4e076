import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** This program's version, as package.json says it. */
export function programVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
