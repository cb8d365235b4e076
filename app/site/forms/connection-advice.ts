/** What to do where a form could not be sent because there was no connection. */
export function connectionAdvice(online: boolean): string {
  return online
    ? 'You are connected again. You can send it now.'
    : 'You are offline. What you typed is kept: send it again once you are connected.';
}
