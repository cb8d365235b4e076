import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { layOutWhenIdle } from './site/off-screen.ts';

/** Tells the script that woke the page (server/hydration/wake.ts) that it may do what it held. */
function Awake() {
  useEffect(() => {
    window.dispatchEvent(new Event('site:awake'));
    layOutWhenIdle();
  }, []);
  return <HydratedRouter />;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Awake />
    </StrictMode>,
  );
});
