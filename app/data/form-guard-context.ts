import { createContext } from 'react-router';
import type { SpamReason } from '#app/domain/enquiries/spam.ts';
import type { InboxTable } from './inbox.ts';

/** What stands between the public forms and spam. */
export type FormGuard = {
  /** Makes the token for the forms of a page that is rendered now. */
  token: () => string;
  /** Turnstile's public key where it is switched on. */
  challengeKey: string | undefined;
  /**
   * Counts a form of this visitor's network; the seconds to wait where it has sent too many, else
   * 0.
   */
  admit: () => Promise<number>;
  /** What the traps of a posted form have found; nothing for a person. Never rejects. */
  inspect: (form: FormData) => Promise<SpamReason[]>;
  /**
   * Signs what was found for the row that is about to be stored, so that the database can tell it
   * from what came without the form.
   */
  sign: (
    table: InboxTable,
    row: { email: string; words: string },
    reasons: readonly SpamReason[],
  ) => string;
};

/** The guard of this process. */
export const formGuardContext = createContext<FormGuard>();

/** The header that brings a signed verdict to the database. */
export const verdictHeader = 'x-form-verdict';
