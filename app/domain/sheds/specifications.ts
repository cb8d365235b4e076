/** What comes with a shed and what can be added. */
export type Specifications = { standard_features: string[]; optional_upgrades: string[] };

/** The lists out of a listing's specifications, whatever else is stored there. */
export function readSpecifications(stored: unknown): Specifications {
  const lists = new Map(Object.entries(typeof stored === 'object' && stored ? stored : {}));
  return {
    standard_features: texts(lists.get('standard_features')),
    optional_upgrades: texts(lists.get('optional_upgrades')),
  };
}

function texts(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '');
}
