import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { renderOffScreenWhenIdle } from './site/content-visibility.ts';

function App() {
  useEffect(() => {
    // Releases the clicks that the inline script holds (server/hydration/bootstrap-hydration.ts).
    window.dispatchEvent(new Event('site:hydrated'));
    renderOffScreenWhenIdle();
  }, []);
  return <HydratedRouter />;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
