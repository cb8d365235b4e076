import { z } from 'zod';

// https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
const verifyUrl = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const timeoutMs = 4000;

const responseBody = z.object({ success: z.boolean() });

/** Never sends the visitor's IP. Returns false also if Cloudflare cannot be reached. */
export async function verifyTurnstile(
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
      signal: AbortSignal.timeout(timeoutMs),
    });
    return responseBody.parse(await reply.json()).success;
  } catch (error) {
    report(error);
    return false;
  }
}
