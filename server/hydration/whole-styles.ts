import { awakeEvent } from './wake.ts';

/**
 * Runs in the browser, before React hydrates a page: waits for the whole stylesheet, of which the page
 * came with a part, and gives the elements the names that it knows them by. Where it does not come, the
 * page stays as it is, and what was held for its scripts is done without them.
 */
async function takeWholeStyles(names: Record<string, string>, awake: string) {
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
      });
    }
    if (!came()) {
      dispatchEvent(new Event(awake));
      throw new Error('The stylesheet did not come');
    }
    link.media = '';
  }
  for (const element of document.querySelectorAll('[class]')) {
    const classes = element.getAttribute('class')?.split(' ') ?? [];
    element.setAttribute('class', classes.map((name) => names[name] ?? name).join(' '));
  }
}

/**
 * The beginning of a module that hydrates a page: it goes on once the page has its whole stylesheet.
 *
 * @param names the classes behind each name of the page, as a class attribute lists them
 */
export function wholeStylesScript(names: Record<string, string>): string {
  return `await (${takeWholeStyles})(${JSON.stringify(names)}, ${JSON.stringify(awakeEvent)});`;
}
