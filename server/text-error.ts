/** An error as plain text, which nobody caches. */
export const textError = (status: number, message: string, headers: Record<string, string> = {}) =>
  new Response(message, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
