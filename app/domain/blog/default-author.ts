/** Who writes where nobody else is named. */
export const defaultAuthor = 'The Team';
