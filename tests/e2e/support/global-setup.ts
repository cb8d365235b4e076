import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from './site-process.ts';

/** Creates the data folder of a first start, which every worker copies. */
export default async function setUp() {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-browser-'));
  const site = await startSite({ directory, environment: {} });
  await site.stop();
  process.env.SITE_TEMPLATE = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}
