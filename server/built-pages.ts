import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createRequestHandler, type ServerBuild } from 'react-router';
import { StartError } from '#backend/start-error.ts';
import { deferHydration } from './hydration/defer-hydration.ts';
import { createRouteMatcher } from './match-route.ts';
import { injectImagePlaceholders, inlineStylesheets, replaceNonceByHashes } from './page-html.ts';
import type { EntryContexts, PageSource } from './page-source.ts';

const buildDirectory = fileURLToPath(new URL('../build', import.meta.url));

/** @throws StartError if the website is not built */
export async function loadBuiltPages(): Promise<PageSource> {
  const path = join(buildDirectory, 'server', 'index.js');
  if (!existsSync(path)) {
    throw new StartError(`The website is not built: ${path} is missing. Run npm run build.`);
  }
  const build: ServerBuild = await import(pathToFileURL(path).href);
  const clientDirectory = join(buildDirectory, 'client');
  const bootstrap = readFileSync(join(buildDirectory, 'bootstrap-hydration.js'), 'utf8');
  const stylesheets = new Map<string, string>();
  const handleRequest = createRequestHandler(build, 'production');
  const contexts = build.entry.module as unknown as EntryContexts;
  const readStylesheet = (name: string) => {
    const css = stylesheets.get(name) ?? readFileSync(join(clientDirectory, name), 'utf8');
    stylesheets.set(name, css);
    return css;
  };
  return {
    version: build.assets.version,
    clientDirectory,
    handle: (request, createContext) => handleRequest(request, createContext(contexts)),
    matchRoute: createRouteMatcher(build.routes),
    isCached: true,
    complete: ({ html: rendered, nonce, getPlaceholder }) => {
      if (!getPlaceholder) {
        const { html, hashes } = replaceNonceByHashes(rendered, nonce);
        return { html, scriptSources: hashes };
      }
      const deferred = deferHydration(rendered, nonce, bootstrap);
      const { html, hashes } = replaceNonceByHashes(deferred, nonce);
      const withImages = injectImagePlaceholders(html, getPlaceholder);
      return { html: inlineStylesheets(withImages, readStylesheet), scriptSources: hashes };
    },
  };
}
