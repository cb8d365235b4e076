import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { minify, type Plugin } from 'vite';
import { bootstrapSource } from '../server/hydration/bootstrap-hydration.ts';

/** The inline script of public pages that hydrates them (server/hydration), minified. */
export async function minifyBootstrapScript(): Promise<string> {
  const { code, errors } = await minify('script.js', bootstrapSource, { module: true });
  const [error] = errors;
  if (error) throw error;
  return code.trim();
}

/** Writes this script next to the website's build, where the server reads it. */
export function writeBootstrapScript(): Plugin {
  return {
    name: 'ridgeline:bootstrap-script',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle: async ({ dir }) => {
      if (!dir) return;
      await writeFile(join(dirname(dir), 'bootstrap-hydration.js'), await minifyBootstrapScript());
    },
  };
}
