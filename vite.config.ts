import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { moduleList } from './scripts/module-list.ts';
import { precompress } from './scripts/precompress.ts';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), moduleList(), precompress()],
});
