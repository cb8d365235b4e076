/** An address in parts; what cannot be parsed is in the street's line. */
type PostalAddress = {
  street: string;
  town?: string;
  /** Two letters, such as ON. */
  province?: string;
  postalCode?: string;
};

const provinces: Record<string, string> = {
  alberta: 'AB',
  'british columbia': 'BC',
  manitoba: 'MB',
  'new brunswick': 'NB',
  'newfoundland and labrador': 'NL',
  'nova scotia': 'NS',
  ontario: 'ON',
  'prince edward island': 'PE',
  quebec: 'QC',
  québec: 'QC',
  saskatchewan: 'SK',
};
const codes = new Set(Object.values(provinces));

/**
 * The parts of a Canadian address written in one line, such as '12 Mill Street, Orillia, ON L3V 1A1'.
 * @param text free text; without a town and a province in their places it stays in one piece
 */
export function readPostalAddress(text: string): PostalAddress {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/,? canada\.?$/i, '');
  const postalCode = /,? ?\b([a-z]\d[a-z]) ?-?(\d[a-z]\d)$/i.exec(line);
  const parts = (postalCode ? line.slice(0, postalCode.index) : line).split(/\s*,\s*/);
  const province = provinceOf(parts.at(-1));
  const town = parts.at(-2);
  const street = parts.slice(0, -2).join(', ');
  if (!province || !town || !street) return { street: text.trim() };
  return {
    street,
    town,
    province,
    ...(postalCode && { postalCode: `${postalCode[1]} ${postalCode[2]}`.toUpperCase() }),
  };
}

function provinceOf(text = ''): string | undefined {
  const code = text.replaceAll('.', '').toUpperCase();
  return codes.has(code) ? code : provinces[text.toLowerCase()];
}
