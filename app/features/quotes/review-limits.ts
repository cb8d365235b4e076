/** How long a customer can write a review, as private.to_last_review_day counts it. */
export const reviewDays = 60;
