import { hash } from '@node-rs/argon2';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import { generateKeyPair } from 'jose';
import pino from 'pino';
import { createAuth } from '#backend/auth/auth.ts';
import { createCallerResolver, type ResolveCaller } from '#backend/auth/caller.ts';
import type { Keys } from '#backend/auth/keys.ts';
import type { AuthContext } from '#backend/auth/request.ts';
import type { Database } from '#backend/database/database.ts';
import { type Mailer, sendBy } from '#backend/functions/mailer.ts';
import { createMailSettings, type MailEnvironment } from '#backend/mail/mail-settings.ts';
import { createSecretBox } from '#backend/mail/secret-box.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

/** Hashes a password as `verifyPassword` accepts it, without the work that makes real hashes slow. */
export const hashQuickly = (password: string): Promise<string> =>
  hash(password, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Adds a member of staff, as `addStaff` does. */
export async function addTestStaff(
  database: Database,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const encrypted_password = await hashQuickly(password);
  const user = await database.owner
    .insertInto('auth.users')
    .values({ email, encrypted_password, email_confirmed_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.owner.insertInto('public.staff').values({ user_id: user.id }).execute();
}

/** The auth service on an in-memory database, for tests: supabase-js in, mails out. */
export type TestService = {
  auth: AuthContext;
  database: Database;
  keys: Keys;
  resolveCaller: ResolveCaller;
  mails: { to: string; subject: string; text: string }[];
  mailer: Mailer;
  /** What the environment says about email; a test may change it. */
  mailEnvironment: MailEnvironment;
  /** A new supabase-js client without a session, in a network of its own. */
  newClient: (network?: string) => SupabaseClient;
  /** Sends one request with the publishable key. */
  request: (path: string, init?: RequestInit) => Promise<Response>;
  stop: () => Promise<void>;
};

export const siteUrl = 'https://shop.example';

/** Opens an in-memory database and mounts the service under /auth/v1. */
export async function startTestService(): Promise<TestService> {
  const database = await openTemplateCopy();
  const keys = await createTestKeys();
  const resolveCaller = createCallerResolver({ keys, database });
  const mails: TestService['mails'] = [];
  const mailer: Mailer = {
    hasServer: async () => true,
    async send(mail) {
      mails.push(mail);
      return undefined;
    },
  };
  const logger = pino({ level: 'silent' });
  const mailEnvironment: MailEnvironment = {
    ...{ smtpUrl: undefined, from: undefined, to: undefined, allowsPrivateHosts: false },
  };
  const auth: AuthContext = {
    ...{ database, keys, resolveCaller, mailer, siteUrl, logger },
    mailSettings: createMailSettings({
      ...{ database, environment: mailEnvironment, logger },
      box: createSecretBox('a setting of at least 32 characters', ''),
      lookup: async (host) => [/^inside|^127/.test(host) ? '192.168.0.1' : '192.0.9.1'],
    }),
    sendBy: (configuration, mail) => sendBy(configuration, mail, { outboxDirectory: '', logger }),
  };
  const app = new Hono().route('/auth/v1', createAuth(auth));
  let clients = 0;
  return {
    auth,
    database,
    keys,
    resolveCaller,
    mails,
    mailer,
    mailEnvironment,
    newClient: (network = `192.0.2.${++clients}`) =>
      createClient(siteUrl, keys.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false, storageKey: `client-${++clients}` },
        global: {
          fetch: async (input, init) => {
            const request = new Request(input, init);
            request.headers.set('x-ridgeline-network', network);
            return app.fetch(request);
          },
        },
      }),
    request: async (path, init) => {
      const request = new Request(`${siteUrl}/auth/v1${path}`, init);
      if (!request.headers.has('apikey')) request.headers.set('apikey', keys.publishableKey);
      return app.fetch(request);
    },
    stop: database.close,
  };
}

async function createTestKeys(): Promise<Keys> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const publicJwk = await crypto.subtle.exportKey('jwk', publicKey);
  return {
    publishableKey: 'sb_publishable_test',
    secretKey: 'sb_secret_test',
    signing: {
      kid: 'test',
      privateKey,
      publicKey,
      publicJwk: { ...publicJwk, kty: 'EC', kid: 'test', alg: 'ES256' },
    },
    commandKey: new Uint8Array(32),
  };
}
