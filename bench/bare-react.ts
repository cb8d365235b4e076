import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Bundles a script of this folder, for production. */
export async function bundleBareReact(script = 'hydrate-bare.ts'): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      rolldownOptions: { input: fileURLToPath(new URL(script, import.meta.url)) },
    },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('The bundle has no output');
  return output.output[0].code;
}
