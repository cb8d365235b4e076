import { createRandom } from '#drawing/geometry/random.ts';
import type { Member } from './member.ts';

/** A board to buy and what is cut from it. Lengths in inches, the board's in feet. */
export type Board = { stockLength: number; cuts: Cut[] };

/** A piece, and the extra length that a sloped cut takes. */
export type Cut = { length: number; allowance: number };

export type CuttingOptions = { stockLengths: readonly number[]; kerf: number };

const INCHES = 12;
/** A saw blade's width is subtracted between pieces, not after the last one. */
const TOLERANCE = 1e-6;

/**
 * Plans which boards to buy and how to cut them: little total length first, then few boards. It
 * fills one board after the other by the combination with the least waste per inch (sequential
 * heuristic procedure for the cutting stock problem, Haessler 1975), with several orders, and returns
 * the best of these plans.
 *
 * @param members of one section
 * @throws RangeError if a member is longer than the longest board
 */
export function planCuts(members: readonly Member[], options: CuttingOptions): Board[] {
  const cuts = members.map(
    ({ length, cutAllowance = 0 }): Cut => ({ length, allowance: cutAllowance }),
  );
  const longest = Math.max(...options.stockLengths) * INCHES;
  for (const { length, allowance } of cuts) {
    if (length + allowance > longest + TOLERANCE) {
      throw new RangeError(`No board has the length of a member of ${length} inches`);
    }
  }
  const counted = countCuts(cuts);
  const random = createRandom(1);
  let best = fillBoards(counted, options, () => 0);
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    const maxPreference = (MAX_PREFERENCE * attempt) / ATTEMPTS;
    const plan = fillBoards(counted, options, () => random() * maxPreference);
    if (isBetter(plan, best)) best = plan;
  }
  return best;
}

const ATTEMPTS = 16;
/** How much more than its length a piece may be worth: each attempt then combines other pieces. */
const MAX_PREFERENCE = 0.8;

/** The total length of the boards, in feet. */
export function getStockLength(plan: readonly Board[]): number {
  return plan.reduce((sum, { stockLength }) => sum + stockLength, 0);
}

/** The length that cuts take from a board: pieces of equal slope share its allowance once. */
export function getUsedLength(cuts: readonly Cut[], kerf: number): number {
  if (!cuts.length) return 0;
  const pieces = cuts.reduce((sum, { length }) => sum + length, 0);
  return pieces + Math.max(...cuts.map(({ allowance }) => allowance)) + kerf * (cuts.length - 1);
}

type CountedCut = Cut & { count: number };
type Need = CountedCut & { value: number };
type Filling = { counts: number[]; value: number };

/** Units per inch, so that a kerf is a whole number of units and a piece as long as its board still fits. */
const getUnitsPerInch = (kerf: number): number => (Number.isInteger(8 * kerf) ? 8 : 16);

function fillBoards(
  cuts: readonly CountedCut[],
  options: CuttingOptions,
  getPreference: () => number,
): Board[] {
  const needs = cuts.map((need): Need => ({ ...need, value: need.length * (1 + getPreference()) }));
  const boards: Board[] = [];
  while (needs.some(({ count }) => count > 0)) {
    const { stockLength, counts } = findBestBoard(needs, options);
    const times = Math.min(
      ...needs.flatMap(({ count }, index) => {
        const used = counts[index] ?? 0;
        return used > 0 ? [Math.floor(count / used)] : [];
      }),
    );
    const boardCuts = needs.flatMap(({ length, allowance }, index) =>
      Array.from({ length: counts[index] ?? 0 }, () => ({ length, allowance })),
    );
    for (let n = 0; n < times; n += 1) boards.push({ stockLength, cuts: boardCuts });
    needs.forEach((need, index) => {
      need.count -= times * (counts[index] ?? 0);
    });
  }
  return boards;
}

/** The board and filling with the highest value per foot; a value is a length that favours long pieces. */
function findBestBoard(needs: readonly Need[], { stockLengths, kerf }: CuttingOptions) {
  const allowance = Math.max(...needs.map((need) => (need.count > 0 ? need.allowance : 0)));
  const straight = needs.map((need) => (need.allowance > 0 ? { ...need, count: 0 } : need));
  const candidates = [
    { usable: straight, lost: 0 },
    ...(allowance > 0 ? [{ usable: needs, lost: allowance }] : []),
  ];
  let best: { stockLength: number; counts: number[]; value: number } | undefined;
  for (const { usable, lost } of candidates) {
    const capacities = stockLengths.map((feet) =>
      Math.floor((feet * INCHES + kerf - lost) * getUnitsPerInch(kerf) + TOLERANCE),
    );
    const fillings = fillCapacities(usable, capacities, kerf);
    fillings.forEach(({ counts, value }, index) => {
      const stockLength = stockLengths[index] ?? 0;
      const perFoot = value / stockLength;
      if (value > 0 && perFoot > (best ? best.value : 0) + TOLERANCE) {
        best = { stockLength, counts, value: perFoot };
      }
    });
  }
  if (!best) throw new RangeError('No board has the length of a member');
  return best;
}

/** The most valuable pieces that fit into each capacity (bounded knapsack). */
function fillCapacities(
  needs: readonly Need[],
  capacities: readonly number[],
  kerf: number,
): Filling[] {
  const size = Math.max(...capacities) + 1;
  let values = new Float64Array(size);
  const taken = needs.map(({ length, count, value }) => {
    const units = Math.ceil((length + kerf) * getUnitsPerInch(kerf) - TOLERANCE);
    const limit = Math.min(count, Math.floor((size - 1) / units));
    if (limit === 0) return undefined;
    const next = values.slice();
    const used = new Uint16Array(size);
    for (let n = 1; n <= limit; n += 1) {
      const taking = n * units;
      const gain = n * value;
      for (let capacity = taking; capacity < size; capacity += 1) {
        const total = (values[capacity - taking] as number) + gain;
        if (total > (next[capacity] as number) + TOLERANCE) {
          next[capacity] = total;
          used[capacity] = n;
        }
      }
    }
    values = next;
    return { units, used };
  });
  return capacities.map((capacity) => {
    const counts = new Array<number>(needs.length).fill(0);
    let left = capacity;
    for (let index = needs.length - 1; index >= 0; index -= 1) {
      const { units, used } = taken[index] ?? {};
      if (!units || !used) continue;
      const n = used[left] ?? 0;
      counts[index] = n;
      left -= n * units;
    }
    return { counts, value: values[capacity] ?? 0 };
  });
}

function countCuts(cuts: readonly Cut[]): CountedCut[] {
  const needs: CountedCut[] = [];
  for (const cut of cuts) {
    const same = needs.find(
      ({ length, allowance }) => length === cut.length && allowance === cut.allowance,
    );
    if (same) same.count += 1;
    else needs.push({ ...cut, count: 1 });
  }
  return needs.sort((a, b) => b.length - a.length);
}

function isBetter(plan: readonly Board[], best: readonly Board[]): boolean {
  const difference = getStockLength(plan) - getStockLength(best);
  return difference < 0 || (difference === 0 && plan.length < best.length);
}
