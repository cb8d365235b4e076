import { existsSync, readFileSync } from 'node:fs';
import { report } from '../machine.ts';

type Figures = Record<string, Record<string, object>>;

/** Stores a run's figures in bench/results/{name}.json, replacing those of the same engine and role. */
export function storeFigures(
  name: string,
  { engine, role }: { engine: string; role: string },
  figures: object,
): void {
  const file = `bench/results/${name}.json`;
  const before: Figures = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  report(name, { ...before, [engine]: { ...before[engine], [role]: figures } });
}
