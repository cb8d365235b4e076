import { z } from './zod.ts';

/** Where a button leads: empty, or a page of this site, web address, email address or phone number. */
export const buttonLink = () =>
  z
    .string()
    .default('')
    .transform(async (typed, context) => {
      if (typed.trim() === '') return '';
      const refuse = (message: string) => {
        context.issues.push({ code: 'custom', message, input: typed });
        return z.NEVER;
      };
      // Apart from the screen's scripts, for the rules of phone numbers.
      const urls = await import('./rich-text-urls.ts').catch(() => undefined);
      if (!urls) return refuse("Couldn't check this link. Please try again.");
      return urls.normalizeButtonHref(typed) ?? refuse(urls.buttonHrefMessage);
    });
