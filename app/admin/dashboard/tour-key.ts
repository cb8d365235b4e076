/** The item of this tab that holds the open steps, from the one whose screen is shown. */
export const tourKey = 'first-steps-tour';
