const BUNDLES_PER_HUNDRED_SQUARE_FEET = 3;
const DRIP_EDGE_LENGTH = 120;

/** Material for the cover of a roof; lengths in inches. */
export type RoofingQuantities = {
  bundles: number;
  starter: number;
  cap: number;
  dripEdge: { length: number; pieces: number };
};

/**
 * Counts shingles and edges of a roof.
 * @param roof.area in square feet
 * @param roof.rakes the length of each sloped edge, in inches
 * @param roof.eaves the length of each level edge, in inches
 * @param waste as a share, such as 0.1
 */
export function countRoofing(
  { area, rakes, eaves, ridge }: { area: number; rakes: number[]; eaves: number[]; ridge: number },
  waste: number,
): RoofingQuantities {
  const sum = (lengths: number[]) => lengths.reduce((total, length) => total + length, 0);
  return {
    bundles: Math.ceil((area / 100) * BUNDLES_PER_HUNDRED_SQUARE_FEET * (1 + waste)),
    starter: sum(eaves),
    cap: ridge,
    dripEdge: { length: sum(rakes) + sum(eaves), pieces: countDripEdge([...rakes, ...eaves]) },
  };
}

/** Uses whole lengths first, then cuts the rest of each edge in one piece, from an offcut if one is long enough. */
function countDripEdge(edges: readonly number[]): number {
  let pieces = 0;
  const offcuts: number[] = [];
  const rests = edges.map((length) => {
    const whole = Math.floor(length / DRIP_EDGE_LENGTH);
    pieces += whole;
    return length - whole * DRIP_EDGE_LENGTH;
  });
  for (const rest of rests.filter((length) => length > 0).sort((a, b) => b - a)) {
    const index = offcuts.findIndex((offcut) => offcut >= rest);
    if (index < 0) {
      pieces += 1;
      offcuts.push(DRIP_EDGE_LENGTH - rest);
    } else {
      offcuts[index] = (offcuts[index] ?? 0) - rest;
    }
  }
  return pieces;
}
