import { lazy } from '#app/lib/lazy.ts';
import { ROOF_SHAPES } from '#drawing/design/roof-shapes.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { formatLength, type Units } from '#drawing/geometry/lengths.ts';

const metresPerInch = 0.0254;

/** Widths in feet, loads in kilopascals; null if not set. `maxWidth` and `maxSnowLoad` need no engineer. */
export type EngineerLimits = {
  maxWidth: number | null;
  maxSnowLoad: number | null;
  groundSnow: number | null;
  rain: number | null;
};

/** Returns why a design needs an engineer: it is wider, or its snow load is higher, than the owner approved. */
export function getEngineerReasons(
  settings: EngineerLimits,
  design: ShedDesign,
): ('width' | 'snow load')[] {
  const { maxWidth, maxSnowLoad } = settings;
  const snowLoad = getSnowLoad(settings, design);
  return [
    ...(maxWidth !== null && design.width > maxWidth ? (['width'] as const) : []),
    ...(maxSnowLoad !== null && snowLoad !== undefined && snowLoad > maxSnowLoad
      ? (['snow load'] as const)
      : []),
  ];
}

/** Describes the reasons of getEngineerReasons in sentences. @param units those that lengths have first */
export function describeEngineerReasons(
  settings: EngineerLimits,
  design: ShedDesign,
  units?: Units,
): string[] {
  const formatFeet = (feet: number) => formatLength(12 * feet, units);
  const load = getSnowLoad(settings, design) ?? 0;
  return getEngineerReasons(settings, design).map((reason) =>
    reason === 'width'
      ? `Needs an engineer: ${formatFeet(design.width)} is wider than the ${formatFeet(settings.maxWidth ?? 0)} built without one.`
      : `Needs an engineer: the snow load of ${formatFigure(load)} kPa is more than the ${formatFigure(settings.maxSnowLoad ?? 0)} kPa built without one.`,
  );
}

/** Describes, for documents of the shop, which limits are missing to say whether a design needs an engineer. */
export function describeMissingLimits({
  maxWidth,
  maxSnowLoad,
  groundSnow,
  rain,
}: EngineerLimits): string[] {
  const missing = [
    ...(maxWidth === null ? ['width'] : []),
    ...(maxSnowLoad === null ? ['snow load'] : []),
  ];
  const isLoadUnknown = maxSnowLoad !== null && (groundSnow === null || rain === null);
  return [
    ...(missing.length > 0
      ? [`No limit set for building without an engineer: ${missing.join(' and ')}.`]
      : []),
    ...(isLoadUnknown ? ['Snow load unknown: enter Ss and Sr for your area.'] : []),
  ];
}

/** The width of the roof from eave to eave, in metres. */
export function getRoofWidth({ style, width }: Pick<ShedDesign, 'style' | 'width'>): number {
  return (12 * width + 2 * ROOF_SHAPES[style].eave) * metresPerInch;
}

/**
 * The specified snow load S = Cb x Ss + Sr in kilopascals: Cb is 0.45 up to 4.3 m of roof width, its
 * eaves included, else 0.55; never below 1.0. Undefined unless the owner has entered Ss and Sr.
 */
export function getSnowLoad(
  { groundSnow, rain }: Pick<EngineerLimits, 'groundSnow' | 'rain'>,
  design: Pick<ShedDesign, 'style' | 'width'>,
): number | undefined {
  if (groundSnow === null || rain === null) return undefined;
  const basicFactor = getRoofWidth(design) <= 4.3 ? 0.45 : 0.55;
  return Math.max(1, basicFactor * groundSnow + rain);
}

const numberFormat = lazy(() => new Intl.NumberFormat('en-CA', { maximumFractionDigits: 2 }));

/** A figure with at most two decimals. */
export function formatFigure(value: number): string {
  return numberFormat().format(value);
}
