/** One picture of the demonstration content: its path in the bucket and how it is drawn. */
export type Picture = { path: string; draw: () => string };
