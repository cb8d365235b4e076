import { z } from 'zod';

const verifyUrl = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
/** How long a visitor waits for the answer, in milliseconds. */
const patience = 4000;

const answer = z.object({ success: z.boolean() });

/**
 * Asks Cloudflare whether a visitor has passed Turnstile
 * (https://developers.cloudflare.com/turnstile/get-started/server-side-validation/). The visitor's
 * address is not handed on.
 *
 * @param response what the widget has put into the form
 * @returns false also where Cloudflare can't be reached; never rejects
 */
export async function passedTurnstile(
  secretKey: string,
  response: string,
  report: (error: unknown) => void,
  send: typeof fetch = fetch,
): Promise<boolean> {
  if (!response || response.length > 2048) return false;
  try {
    const reply = await send(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret: secretKey, response }),
      signal: AbortSignal.timeout(patience),
    });
    return answer.parse(await reply.json()).success;
  } catch (error) {
    report(error);
    return false;
  }
}
