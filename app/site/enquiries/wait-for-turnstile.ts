const timeoutMs = 5000;
const pollIntervalMs = 100;

/** Resolves once a form's widget has a response, has failed or has timed out. */
export async function waitForTurnstile(form: HTMLFormElement): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const element = form.querySelector<HTMLElement>('[data-turnstile]');
    if (!element || element.dataset.turnstile === 'failed') return;
    if (element.querySelector('input')?.value) return;
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}
