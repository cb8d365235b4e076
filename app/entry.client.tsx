import { StrictMode, startTransition, useEffect, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { renderDeferredContentWhenIdle } from './site/content-visibility.ts';

function App() {
  useLayoutEffect(() => {
    // Releases the clicks that the inline script holds (server/hydration/bootstrap-hydration.ts).
    window.dispatchEvent(new Event('site:hydrated'));
  }, []);
  useEffect(renderDeferredContentWhenIdle, []);
  return <HydratedRouter />;
}

function hydrate() {
  hydrateRoot(
    document,
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// A waiting click needs hydration to finish soonest, so it is not split into slices.
if (document.querySelector('[data-held]')) hydrate();
else startTransition(hydrate);
