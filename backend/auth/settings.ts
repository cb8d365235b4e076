/** GET /settings: what GoTrue tells clients of the ways to sign in. Here: e-mail and password, no sign-up. */
export const settings = {
  external: { email: true, phone: false, anonymous_users: false },
  disable_signup: true,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
};
