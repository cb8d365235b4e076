import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { writeBootstrapScript } from './scripts/bootstrap-script.ts';
import { licenceFile, licenceTexts } from './scripts/licence-texts.ts';
import { moduleList } from './scripts/module-list.ts';

import { scriptGroups } from './scripts/script-groups.ts';
import { buildTarget } from './scripts/supported-browsers.ts';

const noRealtime = fileURLToPath(new URL('./app/lib/no-realtime.ts', import.meta.url));

export default defineConfig(({ command }) => ({
  resolve: {
    alias: {
      '@supabase/realtime-js': noRealtime,
    },
  },
  plugins: [tailwindcss(), reactRouter(), moduleList(), licenceTexts(), writeBootstrapScript()],
  environments: {
    client: {
      build: {
        target: buildTarget,
        license: { fileName: licenceFile },
        rolldownOptions: { output: { codeSplitting: { groups: scriptGroups } } },
      },
    },
  },
  ssr: {
    // Kits of which the pages use a small part: bundled, the server starts without the rest. 1,700
    // icons alone took 20 MB and half of the start. In development they would be transformed one by one.
    noExternal:
      command === 'serve'
        ? []
        : ['lucide-react', 'papaparse', /^@base-ui\//, /^@dnd-kit\//, /^@tanstack\//, /^@tiptap\//],
  },
}));
