/** Inches as feet and inches: 84 is `7 ft`, 78 is `6 ft 6 in`, 5.5 is `5.5 in`. */
export function formatInches(inches: number): string {
  const feet = Math.floor(inches / 12);
  const rest = inches - 12 * feet;
  const parts = [...(feet ? [`${feet} ft`] : []), ...(rest || !feet ? [`${rest} in`] : [])];
  return parts.join(' ');
}

const sixteenths = 16;

/** Inches to the nearest sixteenth: 70.6875 is `70 11/16`, 5.21 is `5 3/16`, 0.5 is `1/2`. */
export function formatSixteenths(inches: number): string {
  const total = Math.round(inches * sixteenths);
  const whole = Math.floor(total / sixteenths);
  let [numerator, denominator] = [total - whole * sixteenths, sixteenths];
  if (numerator === 0) return `${whole}`;
  while (numerator % 2 === 0) [numerator, denominator] = [numerator / 2, denominator / 2];
  return whole ? `${whole} ${numerator}/${denominator}` : `${numerator}/${denominator}`;
}
