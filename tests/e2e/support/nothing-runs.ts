import { expect, type Page } from '@playwright/test';

/** What a page did that no content may make it do. */
export type Watched = { faults: string[]; ignored?: string };

/**
 * Watches a page for scripts that came with its content: a dialog, a request to the other origin
 * that the injections name, a script that the policy had to stop.
 */
export async function watch(page: Page): Promise<Watched> {
  const faults: string[] = [];
  page.on('dialog', async (dialog) => {
    // The browser's own question about what is not saved yet.
    if (dialog.type() === 'beforeunload') return dialog.accept();
    faults.push(`a dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  await page.route(/^https?:\/\/(?!localhost[:/])/, async (route) => {
    const request = route.request();
    // A picture from elsewhere is what posts may have, and loads nothing that could run.
    if (request.resourceType() !== 'image')
      faults.push(`${request.resourceType()}: ${request.url()}`);
    await route.abort();
  });
  await page.exposeFunction('tellViolation', (text: string) => faults.push(text));
  await page.addInitScript(() => {
    const tell = (text: string) => Reflect.get(window, 'tellViolation')(text);
    for (const name of ['alert', 'confirm', 'prompt', 'print']) {
      Reflect.set(window, name, () => tell(`${name} was called on ${location.href}`));
    }
    document.addEventListener('securitypolicyviolation', (event) => {
      // zod asks once whether it may make functions from text, and does without.
      if (event.blockedURI === 'eval') return;
      if (event.effectiveDirective === 'img-src') return;
      tell(`the policy stopped ${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`);
    });
  });
  return { faults };
}

/** Fails where an element of the page carries a handler, or an address that runs. */
export async function expectInert(page: Page, watched: Watched, where: string): Promise<void> {
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
  const { faults, ignored } = watched;
  expect(
    faults.filter((text) => ignored === undefined || !text.includes(ignored)),
    where,
  ).toEqual([]);
}

/**
 * Ignores reports of blocked handlers from now on: Chromium also reports those of a document that runs
 * nothing, such as the one that the editor parses pasted HTML in.
 */
export function ignoreHandlerReports(watched: Watched): void {
  watched.ignored = 'stopped script-src-attr: inline';
}
