/** A tab over records: those with the flag, those without, or every one. */
export type RecordTab = { label: string; flagged: boolean | undefined; empty: string };

/** How the address names a tab. */
export const nameInAddress = (label: string) => label.toLowerCase();
