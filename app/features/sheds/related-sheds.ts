type Comparable = { id: string; shed_style: string; material_type: string; size: string };

export const maxRelatedSheds = 3;

/** The sheds most like this one: by style first, then by material, then by size. */
export function getRelatedSheds<Shed extends Comparable>(shed: Shed, others: Shed[]): Shed[] {
  const likeness = (other: Shed) =>
    Number(other.shed_style === shed.shed_style) * 4 +
    Number(other.material_type === shed.material_type) * 2 +
    Number(other.size === shed.size);
  return others
    .filter((other) => other.id !== shed.id)
    .sort((one, other) => likeness(other) - likeness(one))
    .slice(0, maxRelatedSheds);
}
