import { expect, test } from 'vitest';
import { explainFailure } from './explain-failure.ts';
import { PrivateHostError } from './mail-host.ts';
import { UnreadablePasswordError } from './mail-settings.ts';

/** An error as nodemailer throws it. */
const fail = (message: string, fields: object) => Object.assign(new Error(message), fields);
const atLogin = (message: string, responseCode = 535) =>
  fail(`Invalid login: ${message}`, { code: 'EAUTH', command: 'AUTH PLAIN', responseCode });

test.each([
  [atLogin('535-5.7.8 Username and Password not accepted.'), 'wrong_password'],
  [atLogin('535 5.7.0 (#AUTH005) Too many bad auth attempts.'), 'wrong_password'],
  [atLogin('534-5.7.9 Application-specific password required.', 534), 'app_password'],
  [
    atLogin(
      '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.',
    ),
    'password_sign_in_off',
  ],
  [
    atLogin('535 5.7.139 Authentication unsuccessful, basic authentication is disabled.'),
    'password_sign_in_off',
  ],
  [
    fail('Mail command failed: 553 5.7.1 Sender address rejected: not owned by user', {
      code: 'EENVELOPE',
      command: 'MAIL FROM',
      responseCode: 553,
    }),
    'sender_refused',
  ],
  [
    fail('Message failed: 554 5.2.252 SendAsDenied; site@example.com not allowed', {
      code: 'EMESSAGE',
      command: 'DATA',
      responseCode: 554,
    }),
    'sender_refused',
  ],
  [
    fail("Can't send mail - all recipients were rejected: 550 5.1.1", {
      code: 'EENVELOPE',
      command: 'RCPT TO',
      responseCode: 550,
    }),
    'recipient_refused',
  ],
  [
    fail('Message failed: 550 5.7.1 Spam', {
      code: 'EMESSAGE',
      command: 'DATA',
      responseCode: 550,
    }),
    'rejected',
  ],
  [
    fail('Mail command failed: 451 4.7.1 Greylisted', {
      code: 'EENVELOPE',
      command: 'MAIL FROM',
      responseCode: 451,
    }),
    'deferred',
  ],
  [fail('getaddrinfo ENOTFOUND smtp.gmial.com', { code: 'ENOTFOUND' }), 'name_not_found'],
  [fail('queryA ETIMEOUT mail.example', { code: 'EDNS' }), 'name_not_found'],
  [
    fail('connect ECONNREFUSED 192.0.2.1:465', { code: 'ESOCKET', command: 'CONN' }),
    'connection_refused',
  ],
  [fail('connect EHOSTUNREACH 192.0.2.1:465', { code: 'ESOCKET', command: 'CONN' }), 'unreachable'],
  [fail('Connection timeout', { code: 'ETIMEDOUT', command: 'CONN' }), 'timeout'],
  [fail('Greeting never received', { code: 'ETIMEDOUT', command: 'CONN' }), 'timeout'],
  [fail('self-signed certificate', { code: 'ESOCKET', command: 'CONN' }), 'certificate'],
  [
    fail("Hostname/IP does not match certificate's altnames: Host: mail.example.", {
      code: 'ESOCKET',
    }),
    'certificate',
  ],
  [
    fail('error:0A00010B:SSL routines:ssl3_get_record:wrong version number', { code: 'ESOCKET' }),
    'encryption',
  ],
  [
    fail('Error upgrading connection with STARTTLS', { code: 'ETLS', command: 'STARTTLS' }),
    'encryption',
  ],
  [new PrivateHostError('router.example'), 'private_host'],
  [new UnreadablePasswordError(), 'unreadable_password'],
  [new TypeError('x is not a function'), 'unexpected'],
])('explainFailure explains %s as %s', (error, failure) => {
  expect(explainFailure(error)).toMatchObject({ failure });
});

test('the detail is what the server said, on one line', () => {
  expect(explainFailure(atLogin('535-5.7.8 Not\n535 5.7.8 accepted')).detail).toBe(
    'Invalid login: 535-5.7.8 Not 535 5.7.8 accepted',
  );
});
