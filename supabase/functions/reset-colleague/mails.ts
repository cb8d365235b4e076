/** The emails that tell both people of a second step that was turned off. The first argument is the site's URL. */
export const secondStepMails = {
  secondStepReset: {
    subject: 'Two-step sign-in was turned off for you',
    paragraphs: (siteUrl: string, colleague: string) => [
      `${colleague} turned off two-step sign-in for your account at ${siteUrl} and signed you out everywhere.`,
      'Sign in with your password and turn it on again with your new phone.',
      "If you didn't ask for this, set a new password now and call your colleague.",
    ],
  },
  secondStepResetByYou: {
    subject: 'You turned off two-step sign-in for a colleague',
    paragraphs: (siteUrl: string, colleague: string) => [
      `Two-step sign-in is now off for ${colleague} at ${siteUrl}. Your password and code confirmed it.`,
      "If this wasn't you, change your password right away.",
    ],
  },
};
