/** What a customer can write at the link of a quote, in characters. */
export const maxCustomerReviewLength = 2000;
