import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { minify, type Plugin } from 'vite';
import { wakeSource } from '../server/hydration/wake.ts';

/** The inline scripts of public pages (server/hydration), as pages contain them. */
export async function pageScripts() {
  return { wake: await small(wakeSource) };
}

async function small(source: string): Promise<string> {
  const { code, errors } = await minify('script.js', source, { module: true });
  const [error] = errors;
  if (error) throw error;
  return code.trim();
}

/** Writes these scripts beside the website's build, where the server finds them. */
export function writePageScripts(): Plugin {
  return {
    name: 'ridgeline:page-scripts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle: async ({ dir }) => {
      if (!dir) return;
      const scripts = JSON.stringify(await pageScripts());
      await writeFile(join(dirname(dir), 'page-scripts.json'), scripts);
    },
  };
}
