import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from './site-process.ts';

/** Makes the data folder of a first start once; every worker serves a copy of it. */
export default async function setUp() {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-browser-'));
  const site = await startSite({ directory, environment: {} });
  await site.stop();
  process.env.SITE_TEMPLATE = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}
