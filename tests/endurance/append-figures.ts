import { existsSync, readFileSync } from 'node:fs';
import { type Circumstances, circumstances, report } from '../../bench/machine.ts';

/** The figures and circumstances of one run. */
type Piece<Figures> = Circumstances & { seconds: number } & Figures;

/**
 * Adds a run's figures to bench/results/{name}.json, where those of all runs stand side by side: a
 * large volume may be run in pieces. The totals are sums over the numbers that all runs counted.
 */
export function appendFigures<Figures extends Record<string, unknown>>(
  name: string,
  seconds: number,
  figures: Figures,
): void {
  const file = `bench/results/${name}.json`;
  const before: Piece<Figures>[] = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8')).pieces
    : [];
  const pieces = [...before, { ...circumstances(), seconds, ...figures }];
  const counted = Object.keys(figures).filter((key) => typeof figures[key] === 'number');
  const totals = Object.fromEntries(
    counted.map((key) => [key, pieces.reduce((sum, piece) => sum + Number(piece[key]), 0)]),
  );
  report(name, { totals, pieces });
}
