type PostalAddress = {
  street: string;
  town?: string;
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

/** Parses '12 Mill Street, Orillia, ON L3V 1A1'; without town and province it is all street. */
export function parsePostalAddress(text: string): PostalAddress {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/,? canada\.?$/i, '');
  const postalCode = /,? ?\b([a-z]\d[a-z]) ?-?(\d[a-z]\d)$/i.exec(line);
  const parts = (postalCode ? line.slice(0, postalCode.index) : line).split(/\s*,\s*/);
  const province = getProvinceCode(parts.at(-1));
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

function getProvinceCode(text = ''): string | undefined {
  const code = text.replaceAll('.', '').toUpperCase();
  return codes.has(code) ? code : provinces[text.toLowerCase()];
}
