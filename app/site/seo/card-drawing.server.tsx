import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { cardSize } from '#app/domain/content/image-url.ts';

/** The colours of app.css, which no picture can read. */
const colors = `
.fill-barn{fill:#a32a1c}.stroke-barn{stroke:#a32a1c}.fill-ink-soft{fill:#535a52}
.stroke-ink-soft{stroke:#535a52}.stroke-ink{stroke:#1d2420}.stroke-line-firm{stroke:#857a66}
.stroke-white{stroke:#fff}text{display:none}`;

/** The tarred strip at the foot, cut at a roof's pitch as on the pages. */
const foot = 'M0 600 1200 570V630H0z';

/**
 * The picture that stands beside a link to a page without a photograph: one of our drawings on the
 * site's paper, as SVG.
 */
export function cardDrawing(drawing: ReactElement): string {
  const { width, height } = cardSize;
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={height} aria-hidden="true">
      <style>{colors}</style>
      <rect width={width} height={height} fill="#f8f7f3" />
      <path d={foot} fill="#1d2420" />
      <svg x="80" y="50" width={width - 160} height={height - 110} aria-hidden="true">
        {drawing}
      </svg>
    </svg>,
  );
}
