import type { ExpensiveRequest } from './expensive-requests.ts';

/** The response to a request; status 0 if there was none. */
type ExpensiveResponse = { status: number; code: string };

/** Returns true for a response to an expensive request that the limits allow. */
export function isExpectedResponse(
  { caller, isDenied }: Pick<ExpensiveRequest, 'caller' | 'isDenied'>,
  { status, code }: ExpensiveResponse,
): boolean {
  if (status === 429) return true;
  if (caller === 'anon' && isDenied) return status === 403 && code === '42501';
  if (status >= 200 && status < 300) return true;
  if (status >= 400 && status < 500) return code !== '';
  return caller === 'staff' && status === 504 && code === '57014';
}

/** The code in an error's JSON; empty if there is none. */
export function getErrorCode(status: number, text: string): string {
  if (status < 400) return '';
  try {
    const { code, error_code } = JSON.parse(text);
    return String(error_code ?? code ?? '');
  } catch {
    return '';
  }
}
