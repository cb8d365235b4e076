import { formatDesignParams } from '#app/features/designer/design-params.ts';
import { getDesignTitle, summarizeDesign } from '#app/features/designer/design-summary.ts';
import { DEFAULT_VIEW, formatDesignQuery } from '#app/features/designer/design-view.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { createRequestForShed } from './quote-request-form.ts';
import type { QuoteRequestForm } from './schemas.ts';

/** The design that a quote request is about: its canonical query, and what it fills in. */
export type RequestedDesign = {
  query: string;
  title: string;
  /** Kilometres; undefined if none was chosen. */
  deliveryKm: number | undefined;
  priceBasis: string | undefined;
  /** The designer's query, which has the distance, and whether the design stays as it is. */
  designerQuery: string;
  initial: QuoteRequestForm;
};

export function createRequestForDesign(
  design: ShedDesign,
  {
    deliveryKm,
    withdrawn = false,
    priceBasis,
  }: {
    deliveryKm?: number | undefined;
    withdrawn?: boolean | undefined;
    priceBasis?: string | undefined;
  } = {},
): RequestedDesign {
  const query = formatDesignParams(design).toString();
  const title = getDesignTitle(design);
  const initial = createRequestForShed({
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
    deliveryKm,
    priceBasis,
    designerQuery: formatDesignQuery(design, { ...DEFAULT_VIEW, deliveryKm, withdrawn }),
    initial: {
      ...initial,
      description: `I'm interested in this design: ${summarizeDesign(design)}`,
    },
  };
}

type RequestedShed = Pick<QuoteRequestForm, 'size' | 'shed_style' | 'material_type' | 'color'>;

/** The answers of a request that its design contradicts, such as `size 8x8`; no answer contradicts nothing. */
export function listContradictions(
  request: { [Field in keyof RequestedShed]: string | null },
  { width, length, style, material, wallColor }: ShedDesign,
): string[] {
  const answers = [
    ['size', request.size, `${width}x${length}`],
    ['style', request.shed_style, style],
    ['material', request.material_type, material],
    ['color', request.color, wallColor],
  ] as const;
  return answers
    .filter(([, answer, designed]) => answer && answer !== designed)
    .map(([label, answer]) => `${label} ${answer}`);
}
