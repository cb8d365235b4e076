import fc from 'fast-check';
import { COLORS, EXTRAS, LIMITS, OPENINGS, STYLES, WALLS } from '#drawing/design/shed-design.ts';
import { encoded, hostile, mostly, vocabulary } from './request-case.ts';

const { paths, numbers } = vocabulary.design;
const largest = Object.values(LIMITS).flatMap((limit) =>
  typeof limit === 'number' ? [] : [`${limit.max}`],
);
const number = mostly([...numbers, ...largest]);
const size = fc
  .tuple(number, fc.constantFrom('x', '×', 'X', ' x ', ''), number)
  .map((parts) => parts.join(''));
const opening = fc
  .tuple(mostly(Object.keys(OPENINGS)), fc.constantFrom('.', '..', '', '@'), number)
  .map((parts) => parts.join(''));
/** Up to 10,000 windows in one wall. */
const openings = fc
  .tuple(opening, fc.constantFrom(1, 1, 2, 25, 300, 10_000), fc.constantFrom('_', ',', ' ', '__'))
  .map(([one, count, separator]) => Array(count).fill(one).join(separator));
const json = fc.constantFrom('[', '{"a":').map((start) => start.repeat(3000));

const parameter = fc.oneof(
  fc.tuple(fc.constantFrom('size'), size),
  fc.tuple(fc.constantFrom('width', 'length', 'height', 'porch', 'delivery_km'), number),
  fc.tuple(fc.constantFrom(...WALLS, 'openings'), openings),
  fc.tuple(fc.constantFrom('style'), mostly(STYLES)),
  fc.tuple(fc.constantFrom('color', 'trim', 'roof'), mostly(COLORS)),
  fc.tuple(
    fc.constantFrom('extras'),
    mostly(EXTRAS).map((extra) => `${extra}_ramp_${extra}`),
  ),
  fc.tuple(
    fc.constantFrom('material', 'roofing', 'foundation', 'season', 'image', 'from', '__proto__'),
    fc.oneof(hostile, json),
  ),
);

/** The server reads 16 MiB after what it refuses; then it resets the connection. */
const maxLength = 10_000_000;

/** Paths and queries of the designer with hostile designs; longer than a request line may be, now and then. */
export const designTarget: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...paths),
    fc.array(
      parameter.chain(([name, value]) =>
        encoded(fc.constant(value)).map((text) => `${name}=${text}`),
      ),
      { maxLength: 8 },
    ),
  )
  .map(([path, query]) =>
    `/${path}?${query.join('&').replace(/[^\x21-\x7e]|#/g, '')}`.slice(0, maxLength),
  );
