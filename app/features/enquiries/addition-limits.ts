/** What a customer can add to a quote request at the link of its confirmation; `text` in characters. */
export const additionLimits = { additions: 5, images: 10, text: 2000 } as const;
