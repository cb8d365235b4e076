import type { Identifier } from '@mdn/browser-compat-data';
import { api, isSupported } from './browser-support.ts';

// es-check knows JavaScript's own functions; these are the browser's: `URL.parse`, `new Highlight`.
const functions = Object.entries(api).flatMap(([owner, features]) =>
  Object.entries(features as Identifier).flatMap(([name, feature]) => {
    const isNewer = !isSupported(feature as Identifier);
    if (isNewer && name.endsWith('_static')) return `${owner}\\.${name.replace('_static', '')}\\(`;
    return isNewer && name === owner ? `new ${owner}\\(` : [];
  }),
);
const pattern = new RegExp(`(?<![\\w$.])(?:${functions.join('|')}|crypto\\.randomUUID\\()`, 'g');

/** Finds calls of functions that a supported browser lacks, or pages without TLS, in minified code. */
export function findNewerFunctions(code: string): string[] {
  return [...new Set([...code.matchAll(pattern)].map(([call]) => call.slice(0, -1)))];
}
