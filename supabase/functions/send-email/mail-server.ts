/** Options of nodemailer: an email never includes local files or other URLs. */
export const noExternalContent = { disableFileAccess: true, disableUrlAccess: true };

/** Options of nodemailer, in milliseconds. */
export const smtpTimeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** For sending one email, even if the server responds slowly; well below the lease of the outbox. */
export const sendTimeoutMs = 60_000;
