/** The units that a length has first; the others follow in brackets. */
export type Units = 'imperial' | 'metric';

/** How to read the dimensions of a drawing, by the units that it has first. */
export const DIMENSION_NOTES: Record<Units, string> = {
  imperial: 'Dimensions are in feet and inches, with metres in brackets where there is room.',
  metric: 'Dimensions are in metres, with feet and inches in brackets where there is room.',
};

const METRES_PER_INCH = 0.0254;
const METRES_PER_FOOT = 12 * METRES_PER_INCH;
const SIXTEENTHS = 16;

/** The same measure in both units, the first as chosen. No line ends within the second. */
export function inUnits(imperial: string, metric: string, units: Units): string {
  const [first, second] = units === 'metric' ? [metric, imperial] : [imperial, metric];
  return `${first} (${second.replaceAll(' ', '\u00a0')})`;
}

/** Inches as metres to the centimetre, below a metre as centimetres: 144 is `3.66 m`, 36 is `91 cm`. */
export function formatMetres(inches: number): string {
  const metres = inches * METRES_PER_INCH;
  return metres < 1 ? `${Math.round(100 * metres)} cm` : `${metres.toFixed(2)} m`;
}

/** Inches in both units, to the nearest inch and centimetre: 144 is `12 ft (3.66 m)`, or `3.66 m (12 ft)`. */
export const formatLength = (inches: number, units: Units = 'imperial'): string =>
  inUnits(formatInches(Math.round(inches)), formatMetres(inches), units);

/** Whole inches as feet and inches: 84 is `7 ft`, 78 is `6 ft 6 in`, 5 is `5 in`. */
function formatInches(inches: number): string {
  const feet = Math.floor(inches / 12);
  const rest = inches - 12 * feet;
  const parts = [...(feet ? [`${feet} ft`] : []), ...(rest || !feet ? [`${rest} in`] : [])];
  return parts.join(' ');
}

/** Feet in both units: 10 by 12 is `10x12 ft (3.05 x 3.66 m)`, or `3.05 x 3.66 m (10x12 ft)`. */
export function formatFootprint(
  { width, length }: { width: number; length: number },
  units: Units = 'imperial',
): string {
  const metres = [width, length].map((feet) => (feet * METRES_PER_FOOT).toFixed(2)).join(' x ');
  return inUnits(`${width}x${length} ft`, `${metres} m`, units);
}

/** Inches as on drawings, to the nearest sixteenth: 126 is `10'-6"`. */
export function formatFeetAndInches(inches: number): string {
  const feet = Math.floor(Math.round(inches * SIXTEENTHS) / (12 * SIXTEENTHS));
  const rest = formatSixteenths(inches - 12 * feet);
  return feet === 0 ? `${rest}"` : `${feet}'-${/^\d+\//.test(rest) ? '0 ' : ''}${rest}"`;
}

/** Inches as on drawings in both units: 126 is `10'-6" (3.20 m)`, or `3.20 m (10'-6")`. */
export const formatDimension = (inches: number, units: Units = 'imperial'): string =>
  inUnits(formatFeetAndInches(inches), formatMetres(inches), units);

/** Inches to the nearest sixteenth: 70.6875 is `70 11/16`, 5.21 is `5 3/16`, 0.5 is `1/2`. */
export function formatSixteenths(inches: number): string {
  const total = Math.round(inches * SIXTEENTHS);
  const whole = Math.floor(total / SIXTEENTHS);
  let [numerator, denominator] = [total - whole * SIXTEENTHS, SIXTEENTHS];
  if (numerator === 0) return `${whole}`;
  while (numerator % 2 === 0) [numerator, denominator] = [numerator / 2, denominator / 2];
  return whole ? `${whole} ${numerator}/${denominator}` : `${numerator}/${denominator}`;
}
