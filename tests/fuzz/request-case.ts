import fc from 'fast-check';
import written from './vocabulary.json' with { type: 'json' };

/** Who a request is sent as. */
export type CaseCaller = 'nobody' | 'anon' | 'stranger' | 'staff' | 'forged';

/** One request, as it goes over the wire. */
export type RequestCase = {
  caller: CaseCaller;
  method: string;
  /** Path and query as they are sent, nothing mended. */
  target: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
};

export const caller: fc.Arbitrary<CaseCaller> = fc.constantFrom(
  ...(['nobody', 'anon', 'anon', 'anon', 'stranger', 'staff', 'staff', 'forged'] as const),
);

type Text = string | { repeat: string; count: number };
const toText = (text: Text) => (typeof text === 'string' ? text : text.repeat.repeat(text.count));

/** What requests are made of. `hostile` are texts that break programs, one for each kind of mistake. */
export const vocabulary = {
  ...written,
  hostile: written.hostile.map(toText),
  tables: { ...written.tables, values: written.tables.values.map(toText) },
  design: { ...written.design, numbers: written.design.numbers.map(toText) },
};
const hostileText = fc.constantFrom(...vocabulary.hostile);

/** A hostile text, sometimes two joined, or an arbitrary string. */
export const hostile: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.tuple(hostileText, hostileText).map((two) => two.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
);

/** Mostly one of the usual values, otherwise a hostile one. */
export function mostly<Value>(usual: readonly Value[], share = 3): fc.Arbitrary<Value | string> {
  return fc.oneof(
    { weight: share, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: hostile },
  );
}

/** A text in a URL: encoded correctly, twice, partly, or as bytes that aren't UTF-8. */
export const encoded = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.nat(24)).map(([value, how]) => {
    const right = encodeURIComponent(value.toWellFormed());
    if (how === 0) return encodeURIComponent(right);
    if (how === 1) return `${right}%ff%fe`;
    if (how === 2) return `${right}%`;
    if (how === 3) return sendable(value);
    return right;
  });

/** Printable ASCII without spaces, for request lines. */
export function sendable(text: string): string {
  return text.replace(/[^\x21-\x7e]|#/g, '').slice(0, 6000);
}

/** Header values that Node's client sends. */
export function headerValue(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 2000);
}

/** A JSON text: mostly valid, with hostile texts and values inside. */
export function jsonBody(keys: readonly string[]): fc.Arbitrary<string> {
  const value = fc.oneof(
    { weight: 5, arbitrary: hostile },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(null, true, 1, -1, 1e300, [], {}, [[]], ['a', 1]),
    },
  );
  const object = fc.dictionary(mostly(keys, 9), value, { maxKeys: 8 });
  return fc.oneof(
    { weight: 8, arbitrary: object.map((row) => JSON.stringify(row)) },
    {
      weight: 2,
      arbitrary: fc.array(object, { maxLength: 5 }).map((rows) => JSON.stringify(rows)),
    },
    { weight: 1, arbitrary: hostile },
    {
      weight: 1,
      arbitrary: fc.constantFrom('{"a":1', '[', '{"a":1}{"b":2}', '{"a":1,"a":2}', '[1,2', '"'),
    },
    { weight: 1, arbitrary: fc.json({ maxDepth: 6 }) },
  );
}

/** A multipart form with valid and invalid boundaries. */
export function multipart(
  fields: readonly string[],
): fc.Arbitrary<{ type: string; body: Uint8Array }> {
  const part = fc.tuple(
    mostly(fields, 9),
    fc.oneof(hostile, fc.constantFrom('Ann', 'ann@example.com')),
    fc.nat(12),
  );
  return fc.tuple(fc.array(part, { maxLength: 12 }), fc.nat(14)).map(([parts, how]) => {
    const boundary = how === 0 ? 'a"b' : how === 1 ? '' : how === 2 ? 'x'.repeat(400) : 'edge';
    const written = parts.map(([name, value, kind]) => {
      const file =
        kind === 0 ? `; filename="${value.slice(0, 60)}"\r\nContent-Type: image/png` : '';
      const line =
        kind === 1
          ? 'Content-Disposition: nonsense'
          : `Content-Disposition: form-data; name="${name}"${file}`;
      return `--${boundary}\r\n${line}\r\n\r\n${value}\r\n`;
    });
    const end = how === 3 ? '' : how === 4 ? `--${boundary}` : `--${boundary}--\r\n`;
    const type =
      how === 5
        ? 'multipart/form-data'
        : how === 6
          ? 'multipart/form-data; boundary=other'
          : `multipart/form-data; boundary=${headerValue(boundary)}`;
    return { type, body: new Uint8Array(Buffer.from(written.join('') + end)) };
  });
}
