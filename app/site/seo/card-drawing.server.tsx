import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { cardSize } from '#app/lib/image-url.ts';

/** The colours of theme.css. */
const createColors = (accent: string) => `
.fill-brand{fill:${accent}}.stroke-brand{stroke:${accent}}.fill-ink-soft{fill:#535a52}
.stroke-ink-soft{stroke:#535a52}.stroke-ink{stroke:#1d2420}.stroke-line-firm{stroke:#857a66}
.stroke-white{stroke:#fff}text{display:none}`;

const foot = 'M0 600 1200 570V630H0z';

/** The social card of a page without a photograph, as SVG. */
export function cardDrawing(drawing: ReactElement, accent: string): string {
  const { width, height } = cardSize;
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={height} aria-hidden="true">
      <style>{createColors(accent)}</style>
      <rect width={width} height={height} fill="#f8f7f3" />
      <path d={foot} fill="#1d2420" />
      <svg x="80" y="50" width={width - 160} height={height - 110} aria-hidden="true">
        {drawing}
      </svg>
    </svg>,
  );
}
