import { writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** The file that `moduleList` writes, beside the website's build. */
export const moduleListFile = 'build/modules.json';

/** One script of the build. */
export type Chunk = {
  /** The source that it is the entry of, where it is one; from the repository's root. */
  entry: string | null;
  /** The sources in it, from the repository's root. */
  modules: string[];
  /** The scripts that are loaded with it. */
  imports: string[];
  /** The scripts that it may ask for later. */
  dynamicImports: string[];
};

/** Lists which sources each script of the website's build holds: what tests of the build read. */
export function moduleList(): Plugin {
  let root = '';
  return {
    name: 'ridgeline:module-list',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved: (config) => {
      root = config.root;
    },
    writeBundle: async ({ dir }, bundle) => {
      if (!dir) return;
      const source = (id: string) => relative(root, id.replace(/^\0/, '').replace(/\?.*$/, ''));
      const chunks: Record<string, Chunk> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        chunks[chunk.fileName] = {
          entry: chunk.facadeModuleId ? source(chunk.facadeModuleId) : null,
          modules: chunk.moduleIds.map(source),
          imports: chunk.imports,
          dynamicImports: chunk.dynamicImports,
        };
      }
      await writeFile(join(dirname(dir), 'modules.json'), JSON.stringify(chunks));
    },
  };
}
