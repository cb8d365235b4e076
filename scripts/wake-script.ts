import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { minify, type Plugin } from 'vite';
import { wakeSource } from '../server/hydration/wake.ts';

/** The script that wakes public pages, as they carry it. */
export async function smallWakeScript(): Promise<string> {
  const { code, errors } = await minify('wake.js', wakeSource);
  const [error] = errors;
  if (error) throw error;
  return code.trim();
}

/** Writes the script that wakes public pages beside the website's build, where the server finds it. */
export function wakeScript(): Plugin {
  return {
    name: 'ridgeline:wake-script',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle: async ({ dir }) => {
      if (dir) await writeFile(join(dirname(dir), 'wake.js'), await smallWakeScript());
    },
  };
}
