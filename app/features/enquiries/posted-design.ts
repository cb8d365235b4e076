import { parseDesignParams } from '#app/features/designer/design-params.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { designFields } from './quote-request-form.ts';

const maxParamsLength = 4000;
const maxKm = 5000;
const priceBasisPattern =
  /^[1-9]\d{0,8}\.(none|(itemised|range\.\d{1,2}\.\d{1,3})(\.hst\d{1,5})?)$/;

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
