import { FRAMING_DEFAULTS, SECTIONS, type Section } from '#drawing/design/lumber.ts';
import {
  type Board,
  type Cut,
  type CuttingOptions,
  getUsedLength,
  planCuts,
} from '../cutting-plan.ts';
import type { Member } from '../member.ts';

/**
 * The section whose plan lacks a member or has another, or a board that is shorter than its cuts
 * with kerfs and sloped ends.
 */
export function findImpossibleCut(
  members: readonly Member[],
  { kerf, stockLengths }: CuttingOptions = FRAMING_DEFAULTS,
): Section | Board | undefined {
  for (const section of Object.keys(SECTIONS) as Section[]) {
    const needed = members.filter((member) => member.section === section);
    const plan = planCuts(needed, { kerf, stockLengths });
    const cuts = plan.flatMap((board) => board.cuts);
    const needs = needed.map(({ length, cutAllowance = 0 }) => ({
      length,
      allowance: cutAllowance,
    }));
    if (toKey(cuts) !== toKey(needs)) return section;
    const tooShort = plan.find(
      (board) =>
        getUsedLength(board.cuts, kerf) > 12 * board.stockLength + 1e-6 ||
        !stockLengths.includes(board.stockLength),
    );
    if (tooShort) return tooShort;
  }
  return undefined;
}

const toKey = (cuts: readonly Cut[]): string =>
  cuts
    .map(({ length, allowance }) => `${length} ${allowance}`)
    .sort()
    .join();
