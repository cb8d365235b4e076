import { awakeEvent, patience } from './wake.ts';

/**
 * Runs in the browser, before React hydrates a page: waits for the whole stylesheet, of which the page
 * came with a part, and gives the elements the names that it knows them by. Where it does not come, the
 * page stays as it is, and what was held for its scripts is done without them.
 */
async function takeWholeStyles(names: Record<string, string>, awake: string, patience: number) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  // A stylesheet that did not come is there for some browsers, and refuses to show its rules.
  const came = () => {
    try {
      return Boolean(link?.sheet?.cssRules.length);
    } catch {
      return false;
    }
  };
  if (link) {
    link.disabled = false;
    if (!link.sheet) {
      await new Promise((resolve) => {
        link.addEventListener('load', resolve);
        link.addEventListener('error', resolve);
        // It may have failed before anybody listened.
        setTimeout(resolve, patience);
      });
    }
    if (!came()) {
      dispatchEvent(new Event(awake));
      throw new Error('The stylesheet did not come');
    }
  }
  for (const element of document.querySelectorAll('[class]')) {
    const classes = element.getAttribute('class')?.split(' ') ?? [];
    element.setAttribute('class', classes.map((name) => names[name] ?? name).join(' '));
  }
}

/**
 * The beginning of a module that hydrates a page: it goes on once the page has its whole stylesheet.
 * Stands behind the page's `names` (wholeStylesNames), made small (scripts/page-scripts.ts).
 */
export const wholeStylesSource = `await (${takeWholeStyles})(names, ${JSON.stringify(awakeEvent)}, ${patience});`;

/** @param names the classes behind each name of the page, as a class attribute lists them */
export function wholeStylesNames(names: Record<string, string>): string {
  return `const names=${JSON.stringify(names)};`;
}
