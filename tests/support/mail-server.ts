import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = Email & { envelopeTo: string[] };

export type MailServer = {
  /** For the setting SMTP_URL. */
  url: string;
  received: ReceivedMail[];
  /** Resolves to the first mail that fits, waiting up to ten seconds for it. */
  waitFor: (fits: (mail: ReceivedMail) => boolean) => Promise<ReceivedMail>;
  stop: () => Promise<void>;
};

/** A real SMTP server on this machine that keeps what it receives. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      PostalMime.parse(Readable.toWeb(stream) as ReadableStream).then((mail) => {
        received.push({
          ...mail,
          envelopeTo: session.envelope.rcptTo.map(({ address }) => address),
        });
        done();
      }, done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    waitFor: async (fits) => {
      for (let tries = 0; tries < 200; tries += 1) {
        const mail = received.find(fits);
        if (mail) return mail;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`No such mail among ${received.length}`);
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
