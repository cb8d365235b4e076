import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { rememberInput } from './hydration/keep-input.ts';
import {
  getContainer,
  isBackOffice,
  KeepPage,
  rememberServedPage,
} from './hydration/keep-page.tsx';
import { tolerateTranslation } from './hydration/tolerate-translation.ts';
import { whenIdleOrTouched } from './hydration/when-idle.ts';

function App({ onHydrated }: { onHydrated: () => Promise<void> }) {
  // After the effects of the page, which fill in drafts: what was typed in this visit is newer.
  useEffect(() => {
    // React handles events inside of an effect late, and resets what it has not handled.
    queueMicrotask(async () => {
      const restored = onHydrated();
      document.documentElement.dataset.hydrated = '';
      await restored;
      // For tests and measurements.
      document.documentElement.dataset.restored = '';
    });
  }, [onHydrated]);
  return (
    <KeepPage>
      <HydratedRouter />
    </KeepPage>
  );
}

function hydrate() {
  const container = getContainer();
  if (!container) return;
  const restoreInput = rememberInput(getContainer);
  rememberServedPage(container, restoreInput);
  startTransition(() => {
    hydrateRoot(
      container,
      <StrictMode>
        <App onHydrated={restoreInput} />
      </StrictMode>,
    );
  });
}

tolerateTranslation();
// Screens of the back office have no content before.
if (isBackOffice()) hydrate();
else whenIdleOrTouched(hydrate);
