/** Inches as feet and inches: 84 is `7 ft`, 78 is `6 ft 6 in`, 5.5 is `5.5 in`. */
export function formatInches(inches: number): string {
  const feet = Math.floor(inches / 12);
  const rest = inches - 12 * feet;
  const parts = [...(feet ? [`${feet} ft`] : []), ...(rest || !feet ? [`${rest} in`] : [])];
  return parts.join(' ');
}
