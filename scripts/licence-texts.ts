import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The file with the texts of the licences, which Vite writes into the website build. */
export const licenceFile = 'licences.txt';

/** Shipped but not bundled: the typefaces, whose files are cut from these packages. */
const typefaces = [
  ...['bricolage-grotesque', 'bitter', 'lora', 'archivo'],
  ...['figtree', 'source-sans-3'],
].map((name) => `@fontsource-variable/${name}`);

/** Adds the licences of the typefaces to those of the bundled packages. */
export function licenceTexts(): Plugin {
  return {
    name: 'ridgeline:licence-texts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const written = bundle[licenceFile];
        if (written?.type !== 'asset') this.error(`The build has no ${licenceFile}`);
        const missing = typefaces.filter((name) => !String(written.source).includes(`## ${name} `));
        written.source = [String(written.source), ...missing.map(readLicenceText)].join('\n');
      },
    },
  };
}

function readLicenceText(name: string): string {
  const directory = join('node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return `## ${name} - ${version} (${license})\n\n${readFileSync(join(directory, 'LICENSE'), 'utf8')}`;
}
