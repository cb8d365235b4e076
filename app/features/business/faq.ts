/** The most that the page of frequently asked questions has, as in the database. */
export const faqLimits = { entries: 50, question: 200, answer: 2000 } as const;

/** Both are plain text. */
export type FaqEntry = { question: string; answer: string };

/** Reads the column `faq`, as far as its entries have both texts. */
export const parseFaq = (stored: unknown): FaqEntry[] =>
  Array.isArray(stored) ? stored.filter(isFaqEntry) : [];

const isFaqEntry = (entry: unknown): entry is FaqEntry => {
  const { question, answer } = (entry ?? {}) as Partial<Record<keyof FaqEntry, unknown>>;
  return typeof question === 'string' && typeof answer === 'string';
};
