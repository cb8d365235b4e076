/** How many people the home page shows at most, as in the database. */
export const maxPeople = 12;

/** `photo` is a key in the images bucket; it and `role` may be empty. */
export type Person = { name: string; role: string; photo: string };

/** Reads the column `people`, as far as its entries have a name. */
export const parsePeople = (stored: unknown): Person[] =>
  (Array.isArray(stored) ? stored : []).flatMap((entry): Person[] => {
    const { name, role, photo } = (entry ?? {}) as Record<keyof Person, unknown>;
    if (typeof name !== 'string') return [];
    return [{ name, role: toText(role), photo: toText(photo) }];
  });

const toText = (value: unknown) => (typeof value === 'string' ? value : '');

/** The first letters of the first and the last name, such as JM. */
export function getInitials(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /\p{L}/u.exec(word)?.[0] ?? []);
  return letters
    .filter((_, index) => index === 0 || index === letters.length - 1)
    .join('')
    .toUpperCase();
}
