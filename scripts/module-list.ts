import { writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** Written by `moduleList` next to the website's build. */
export const moduleListFile = 'build/modules.json';

/** One script of the build. */
export type Chunk = {
  /** The source file whose entry it is, relative to the repository. */
  entry: string | null;
  /** The sources in it, relative to the repository. */
  modules: string[];
  /** The scripts that are loaded with it. */
  imports: string[];
  /** The scripts that it may import dynamically. */
  dynamicImports: string[];
};

/** Lists the sources of each script of the website's build, for tests. */
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
