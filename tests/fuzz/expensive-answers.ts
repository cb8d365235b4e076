import type { ExpensiveRequest } from './expensive-requests.ts';

/** What came back for a request; status 0 if nothing did. */
export type Answer = { status: number; code: string };

/** Whether an answer to an expensive request is one that the limits provide for. */
export function isExpectedAnswer(
  { caller, isDenied }: Pick<ExpensiveRequest, 'caller' | 'isDenied'>,
  { status, code }: Answer,
): boolean {
  if (status === 429) return true;
  if (caller === 'anon' && isDenied) return status === 403 && code === '42501';
  if (status >= 200 && status < 300) return true;
  if (status >= 400 && status < 500) return code !== '';
  return caller === 'staff' && status === 504 && code === '57014';
}

/** The code in an error's JSON; empty if there is none. */
export function errorCode(status: number, text: string): string {
  if (status < 400) return '';
  try {
    const { code, error_code } = JSON.parse(text);
    return String(error_code ?? code ?? '');
  } catch {
    return '';
  }
}
