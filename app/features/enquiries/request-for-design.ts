import { formatDesignParams, parseDesignParams } from '#app/features/designer/design-params.ts';
import { getDesignTitle, summarizeDesign } from '#app/features/designer/design-summary.ts';
import { DEFAULT_VIEW, formatDesignQuery } from '#app/features/designer/design-view.ts';
import type { ColorCard, ShedDesign } from '#drawing/design/shed-design.ts';
import type { Units } from '#drawing/geometry/lengths.ts';
import { createRequestForShed, designFields, type QuoteRequestForm } from './quote-request-form.ts';

/** The design that a quote request is about: its canonical query, and what it fills in. */
export type RequestedDesign = {
  query: string;
  title: string;
  /** Kilometres; undefined if none was chosen. */
  deliveryKm: number | undefined;
  priceBasis: string | undefined;
  /** The designer's query, which has the distance, the units, and whether the design stays as it is. */
  designerQuery: string;
  initial: QuoteRequestForm;
};

/**
 * Prefills the quote form for a design.
 * @param design valid, as `constrainDesign` returns it
 */
export function createRequestForDesign(
  design: ShedDesign,
  {
    deliveryKm,
    withdrawn = false,
    units,
    priceBasis,
    card,
    place = '',
  }: {
    deliveryKm?: number | undefined;
    withdrawn?: boolean | undefined;
    /** Those that lengths have first. */
    units?: Units | undefined;
    priceBasis?: string | undefined;
    /** With the suppliers' names of colours. */
    card?: ColorCard | undefined;
    /** The town or postal code for which the visitor checked delivery. */
    place?: string;
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
    designerQuery: formatDesignQuery(design, { ...DEFAULT_VIEW, deliveryKm, withdrawn, units }),
    initial: {
      ...initial,
      location: place,
      description: `I'm interested in this design: ${summarizeDesign(design, units, card)}`,
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

const maxParamsLength = 4000;
const maxKm = 5000;
const priceBasisPattern =
  /^[1-9]\d{0,8}\.(none|(itemised|range\.\d{1,2}\.\d{1,3})(\.hst\d{1,5})?)$/;

/** Returns a price basis (`PricedDesign.basis`) unchanged; null for anything else. */
export const parsePriceBasis = (text: string | null | undefined): string | null =>
  text && priceBasisPattern.test(text) ? text : null;

/**
 * Reads the design that a quote form was sent with.
 * @param fields of any content
 * @returns undefined without a design; what is not valid becomes the nearest valid design
 */
export function parsePostedDesign(
  fields: Record<string, string>,
): { design: ShedDesign; delivery_km: number | null; price_basis: string | null } | undefined {
  const params = new URLSearchParams(fields[designFields.design]?.slice(0, maxParamsLength));
  if (!params.has('style')) return undefined;
  const km = fields[designFields.deliveryKm] ?? '';
  const isDistance = /^\d{1,4}$/.test(km) && Number(km) <= maxKm;
  return {
    design: parseDesignParams(params).design,
    delivery_km: isDistance ? Number(km) : null,
    price_basis: parsePriceBasis(fields[designFields.priceBasis]),
  };
}
