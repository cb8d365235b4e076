export type Specifications = { standard_features: string[]; optional_upgrades: string[] };

/** Reads the lists from a listing's specifications and ignores whatever else is stored there. */
export function parseSpecifications(stored: unknown): Specifications {
  const lists = new Map(Object.entries(typeof stored === 'object' && stored ? stored : {}));
  return {
    standard_features: getStrings(lists.get('standard_features')),
    optional_upgrades: getStrings(lists.get('optional_upgrades')),
  };
}

function getStrings(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '');
}
