import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNeededStyles, type NeededStyles } from './needed-styles.ts';
import { withShortNames } from './short-names.ts';

const stylesheet = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/;
/** The AVIF sources of the pictures that their page loads with priority. */
const largest =
  /<picture[^>]*><source type="image\/avif" ([^>]*)\/>(?:(?!<\/picture>)[\s\S])*?<img [^>]*fetchpriority="high"/gi;
/** Before it a browser takes any screen for a wide one, and would fetch the picture for that, too. */
const viewport = /<meta name="viewport"[^>]*>/;

/**
 * Spares a first visit its detours: what the page needs of the stylesheet stands in it, and the largest
 * picture is announced at its beginning. The link to the stylesheet stays where React expects it when
 * it hydrates, but disabled: the page loads the whole of it when it wakes (server/hydration/wake.ts),
 * for what only scripts show, and takes it when React starts. Relies on React's spelling of its
 * elements; a page that is written otherwise stays as it is.
 *
 * @param clientDirectory the build's client folder, where the stylesheets lie
 * @returns the transformation of one page, with short names for its classes where they are given
 */
export function createFirstLoad(
  clientDirectory: string,
): (html: string, names?: Map<string, string>) => string {
  const read = new Map<string, NeededStyles>();

  const stylesOf = (path: string) => {
    const styles =
      read.get(path) ?? createNeededStyles(readFileSync(join(clientDirectory, path), 'utf8'));
    read.set(path, styles);
    return styles;
  };

  return (html, names) => {
    const [link, path] = stylesheet.exec(html) ?? [];
    const preloads = [...html.matchAll(largest)].map(([, source = '']) => preloadOf(source));
    const announced = html.replace(viewport, (meta) => meta + preloads.join(''));
    if (!link || !path) return announced;
    const styles = stylesOf(path);
    const given = styles.canBeRenamed ? names : undefined;
    const later = link.replace('/>', ' disabled=""/>');
    const page = announced.replace(link, () => `<style>${styles.of(html, given)}</style>${later}`);
    return given ? withShortNames(page, given) : page;
  };
}

function preloadOf(source: string): string {
  const srcset = /srcset="([^"]*)"/i.exec(source)?.[1];
  const sizes = /sizes="([^"]*)"/i.exec(source)?.[1];
  const media = source.match(/media="[^"]*"/i)?.map((found) => ` ${found}`) ?? '';
  if (!srcset || !sizes) return '';
  return `<link rel="preload" as="image" type="image/avif"${media} imagesrcset="${srcset}" imagesizes="${sizes}" fetchpriority="high"/>`;
}
