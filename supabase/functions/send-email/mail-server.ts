/** For nodemailer: what a mail names is never read from the machine's files or from other addresses. */
export const readsNothing = { disableFileAccess: true, disableUrlAccess: true };

/** For nodemailer: how long a mail server may keep silent, in milliseconds. */
export const longestSilences = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/**
 * No mail takes longer in all, also where the server says a word now and then; milliseconds, and well
 * below what the outbox holds a mail for.
 */
export const longestSending = 60_000;
