import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { precompress } from './scripts/precompress.ts';

export default {
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  // A client loader here is some 50 bytes; as a script of its own it would be another request.
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) =>
    precompress(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config;
