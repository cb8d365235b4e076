import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const stylesheet = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/;
/** The AVIF source of the first picture that its page loads with priority. */
const largest =
  /<picture[^>]*><source type="image\/avif" ([^>]*)\/>(?:(?!<\/picture>)[\s\S])*?<img [^>]*fetchpriority="high"/i;
/** Before it a browser takes any screen for a wide one, and would fetch the picture for that, too. */
const viewport = /<meta name="viewport"[^>]*>/;

/**
 * Spares a first visit its detours: the stylesheet stands in the page, and the largest picture is
 * announced at its beginning. The link to the stylesheet stays where React expects it when it
 * hydrates, but disabled, so that no browser loads it. Relies on React's spelling of its elements; a
 * page that is written otherwise stays as it is.
 *
 * @param clientDirectory the build's client folder, where the stylesheets lie
 * @returns the transformation of one page
 */
export function createFirstLoad(clientDirectory: string): (html: string) => string {
  const read = new Map<string, string>();

  const readStyles = (path: string) => {
    const styles = read.get(path) ?? readFileSync(join(clientDirectory, path), 'utf8');
    read.set(path, styles);
    return styles;
  };

  return (html) => {
    const [link, path] = stylesheet.exec(html) ?? [];
    const [, source = ''] = largest.exec(html) ?? [];
    const preload = preloadOf(source);
    const announced = html.replace(viewport, (meta) => meta + preload);
    if (!link || !path) return announced;
    const inlined = `<style>${readStyles(path)}</style>${link.replace('/>', ' disabled=""/>')}`;
    return announced.replace(link, () => inlined);
  };
}

function preloadOf(source: string): string {
  const srcset = /srcset="([^"]*)"/i.exec(source)?.[1];
  const sizes = /sizes="([^"]*)"/i.exec(source)?.[1];
  if (!srcset || !sizes) return '';
  return `<link rel="preload" as="image" type="image/avif" imagesrcset="${srcset}" imagesizes="${sizes}" fetchpriority="high"/>`;
}
