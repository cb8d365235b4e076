import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const stylesheet = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/;
/** The AVIF sources of the pictures that their page loads with priority. */
const largest =
  /<picture[^>]*><source type="image\/avif" ([^>]*)\/>(?:(?!<\/picture>)[\s\S])*?<img [^>]*fetchpriority="high"/gi;
/** Before it a browser takes any screen for a wide one, and would fetch the picture for that, too. */
const viewport = /<meta name="viewport"[^>]*>/;

/**
 * Inlines the stylesheet and preloads the largest images at the beginning of a page. The link to the
 * stylesheet stays, disabled, since React expects it when it hydrates. Relies on React's spelling of
 * its elements; a page that is written differently stays as it is.
 *
 * @param clientDirectory the build's client folder
 * @returns the transformation of one page
 */
export function createFirstLoad(clientDirectory: string): (html: string) => string {
  const stylesheets = new Map<string, string>();

  const readStylesheet = (path: string) => {
    const css = stylesheets.get(path) ?? readFileSync(join(clientDirectory, path), 'utf8');
    stylesheets.set(path, css);
    return css;
  };

  return (html) => {
    const [link, path] = stylesheet.exec(html) ?? [];
    const preloads = [...html.matchAll(largest)].map(([, source = '']) => preloadOf(source));
    const announced = html.replace(viewport, (meta) => meta + preloads.join(''));
    if (!link || !path) return announced;
    const disabled = link.replace('/>', ' disabled=""/>');
    return announced.replace(link, () => `<style>${readStylesheet(path)}</style>${disabled}`);
  };
}

function preloadOf(source: string): string {
  const srcset = /srcset="([^"]*)"/i.exec(source)?.[1];
  const sizes = /sizes="([^"]*)"/i.exec(source)?.[1];
  const media = source.match(/media="[^"]*"/i)?.map((found) => ` ${found}`) ?? '';
  if (!srcset || !sizes) return '';
  return `<link rel="preload" as="image" type="image/avif"${media} imagesrcset="${srcset}" imagesizes="${sizes}" fetchpriority="high"/>`;
}
