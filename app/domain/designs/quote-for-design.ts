import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { quoteForShed } from '../enquiries/quote-form.ts';
import type { QuoteForm } from '../enquiries/schemas.ts';
import { formatDesignParams } from './design-params.ts';
import { getDesignTitle, summarizeDesign } from './design-summary.ts';

/** The design that a quote request is about: its canonical query, and what it fills in. */
export type QuotedDesign = { query: string; title: string; initial: QuoteForm };

export function quoteForDesign(design: ShedDesign): QuotedDesign {
  const query = formatDesignParams(design).toString();
  const title = getDesignTitle(design);
  const initial = quoteForShed({
    id: query,
    title,
    material_type: design.material,
    color: design.wallColor,
    size: `${design.width}x${design.length}`,
    shed_style: design.style,
  });
  return {
    query,
    title,
    initial: {
      ...initial,
      description: `I'm interested in this design: ${summarizeDesign(design)}`,
    },
  };
}
