import { constrainDesign } from '#drawing/design/constrain-design.ts';
import type { DesignChange } from '#drawing/design/design-change.ts';
import { sortOpenings } from '#drawing/design/geometry.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { shedDesignSchema } from './design-schema.ts';

/**
 * Reads the design of a quote request. The database checks its values alone: a request that was not sent by the
 * website may have one that cannot be built.
 * @returns the nearest design that can be built, and what differs; undefined for another version's
 */
export function parseStoredDesign(
  stored: unknown,
): { design: ShedDesign; changes: DesignChange[] } | undefined {
  const { data } = shedDesignSchema.safeParse(stored);
  if (!data) return undefined;
  const { design, changes } = constrainDesign(data);
  return { design: { ...design, openings: sortOpenings(design.openings) }, changes };
}
