import { expect, type Page } from '@playwright/test';

/** Signs that a page ran a script of its content. */
type XssMonitor = { violations: string[]; ignored?: string };

/**
 * Watches a page for scripts that came with its content: a dialog, a request to the other origin
 * that the injections name, a script that the policy had to stop.
 */
export async function monitorXss(page: Page): Promise<XssMonitor> {
  const violations: string[] = [];
  page.on('dialog', async (dialog) => {
    // The confirmation of the browser for unsaved input.
    if (dialog.type() === 'beforeunload') return dialog.accept();
    violations.push(`a dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  await page.route(/^https?:\/\/(?!localhost[:/])/, async (route) => {
    const request = route.request();
    // Posts may have images of other origins, which run nothing.
    if (request.resourceType() !== 'image')
      violations.push(`${request.resourceType()}: ${request.url()}`);
    await route.abort();
  });
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    const report = (text: string) => Reflect.get(window, 'reportViolation')(text);
    for (const name of ['alert', 'confirm', 'prompt', 'print']) {
      Reflect.set(window, name, () => report(`${name} was called on ${location.href}`));
    }
    document.addEventListener('securitypolicyviolation', (event) => {
      // zod tests once whether eval is allowed, and works without it.
      if (event.blockedURI === 'eval') return;
      if (event.effectiveDirective === 'img-src') return;
      report(`the policy stopped ${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`);
    });
  });
  return { violations };
}

/** Fails if a script of the content ran, or if an element has an event handler or a URL that runs a script. */
export async function expectNoXss(page: Page, monitor: XssMonitor, where: string): Promise<void> {
  const live = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(
          ({ name, value }) =>
            /^on/i.test(name) ||
            name === 'srcdoc' ||
            (/^(href|src|action|formaction|data|xlink:href)$/i.test(name) &&
              // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them before a scheme.
              /^[\u0000-\u0020]*(j\s*a\s*v\s*a|vb)\s*script\s*:|^\s*data:text/i.test(value)),
        )
        .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
    ),
  );
  expect(live, where).toEqual([]);
  const { violations, ignored } = monitor;
  expect(
    violations.filter((text) => ignored === undefined || !text.includes(ignored)),
    where,
  ).toEqual([]);
}

/**
 * Ignores reports of blocked handlers from now on: Chromium also reports those of a document that runs
 * nothing, such as the one that the editor parses pasted HTML in.
 */
export function ignoreBlockedHandlers(monitor: XssMonitor): void {
  monitor.ignored = 'stopped script-src-attr: inline';
}
