export type Encoding = 'br' | 'gzip' | 'identity';

const parsed = new Map<string, Set<string>>();
/** Browsers send a handful of different values; a visitor who invents more gets no place here. */
const mostParsed = 100;

/**
 * The best encoding that both sides have (RFC 9110, 12.5.3): brotli, then gzip, then none.
 *
 * @param header Accept-Encoding
 * @param available which encodings there are
 */
export function preferredEncoding(
  header: string | undefined,
  available: { br?: unknown; gzip?: unknown },
): Encoding {
  if (!header) return 'identity';
  let accepted = parsed.get(header);
  if (!accepted) {
    accepted = parse(header);
    if (parsed.size < mostParsed) parsed.set(header, accepted);
  }
  if (available.br && accepted.has('br')) return 'br';
  return available.gzip && accepted.has('gzip') ? 'gzip' : 'identity';
}

function parse(header: string): Set<string> {
  const accepted = new Set<string>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    if (!refused) accepted.add(name);
  }
  return accepted;
}
