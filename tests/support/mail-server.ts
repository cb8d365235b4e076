import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** Jobs write the documents of mails and send what is due, every few seconds. */
const mailTimeoutMs = 20_000;

export type ReceivedMail = Email & { envelopeTo: string[] };

/**
 * What a mail server may do: take mails; say nothing at all; answer with a code at a command; take
 * a mail and go away without a word.
 */
export type MailServerMood =
  | 'take'
  | 'hang'
  | 'swallow'
  | { at: 'sender' | 'recipient' | 'data'; code: number };

export type MailServer = {
  /** For the setting SMTP_URL. */
  url: string;
  received: ReceivedMail[];
  /** Resolves to the first mail that fits; waits for the second try, half a minute after the first. */
  waitFor: (fits: (mail: ReceivedMail) => boolean) => Promise<ReceivedMail>;
  /** Behaves so from now on. */
  be: (mood: MailServerMood) => void;
  stop: () => Promise<void>;
};

/**
 * An SMTP server on this machine that stores what it receives.
 *
 * @param port where it listens; any free one where it is left out
 */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let mood: MailServerMood = 'take';
  const getRejection = (command: 'sender' | 'recipient' | 'data') =>
    typeof mood === 'object' && mood.at === command
      ? Object.assign(new Error('Not this one'), { responseCode: mood.code })
      : null;
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      if (mood !== 'hang') done();
    },
    onMailFrom: (_address, _session, done) => done(getRejection('sender')),
    onRcptTo: (_address, _session, done) => done(getRejection('recipient')),
    onData(stream, session, done) {
      PostalMime.parse(Readable.toWeb(stream) as ReadableStream).then((mail) => {
        const rejection = getRejection('data');
        if (rejection) return done(rejection);
        received.push({
          ...mail,
          envelopeTo: session.envelope.rcptTo.map(({ address }) => address),
        });
        if (mood !== 'swallow') return done();
        for (const connection of server.connections) connection.close();
      }, done);
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: taken } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${taken}`,
    received,
    waitFor: async (fits) => {
      const until = performance.now() + mailTimeoutMs;
      while (performance.now() < until) {
        const mail = received.find(fits);
        if (mail) return mail;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`No such mail among ${received.length}`);
    },
    be: (next) => {
      mood = next;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
