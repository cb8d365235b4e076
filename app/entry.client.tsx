import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { layOutWhenIdle } from './site/off-screen.ts';

/**
 * Tells the script that woke the page (server/hydration/wake.ts) that it may do what it held: once the
 * whole stylesheet is there, of which the page came with a part, so that no dialog opens bare.
 */
function Awake() {
  useEffect(() => {
    const tell = () => {
      window.dispatchEvent(new Event('site:awake'));
      layOutWhenIdle();
    };
    const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
    if (!link || link.sheet) return tell();
    link.disabled = false;
    const ended = new AbortController();
    const once = { once: true, signal: ended.signal };
    link.addEventListener('load', tell, once);
    link.addEventListener('error', tell, once);
    return () => ended.abort();
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
