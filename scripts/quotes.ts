import { listQuoteNumbers, verifyQuote } from '#app/features/quotes/quotes.ts';
import { readSettings } from '#server/settings.ts';
import { connectToSite } from './connect-to-site.ts';
import { helpOption, parseCommand, runCommand, UsageError } from './run-command.ts';

const help = `Verifies the evidence logs of sent quotes: every entry, the chain of their hashes, the documents and
acceptances that they name. It reports where a log breaks, and prints the last hash of each log, which
also stands on certificates and in emails: a rewritten log has a different one.

  npm run quotes -- verify             all quotes
  npm run quotes -- verify 2026-0041   one of them

On the hosted platform it needs SUPABASE_SECRET_KEY beside the settings of the site.
`;

/** At least one log is broken. */
class BrokenLogError extends Error {
  override readonly name = 'BrokenLogError';
}

await runCommand(async () => {
  const { values, positionals } = parseCommand(
    { allowPositionals: true, options: { help: helpOption } },
    help,
  );
  const [command, number, ...rest] = positionals;
  if (values.help || command === undefined) return help;
  if (command !== 'verify' || rest.length > 0) {
    throw new UsageError(`Unknown command.\n\n${help}`);
  }
  return verify(number);
}, [BrokenLogError]);

async function verify(number: string | undefined): Promise<string> {
  const { client, close } = await connectToSite(
    readSettings(process.env),
    process.env.SUPABASE_SECRET_KEY || undefined,
  );
  try {
    const all = await listQuoteNumbers(client);
    const quotes = number === undefined ? all : all.filter((quote) => quote.number === number);
    if (number !== undefined && quotes.length === 0) {
      throw new UsageError(`Quote ${number} not found.`);
    }
    let broken = 0;
    for (const quote of quotes) {
      const result = await verifyQuote(client, quote.id);
      if (result.status === 'intact') {
        process.stdout.write(`${quote.number}  intact  ${result.events} events  ${result.head}\n`);
        continue;
      }
      broken += 1;
      const problem =
        result.status === 'broken' ? `event ${result.sequence}: ${result.problem}` : 'no log';
      process.stdout.write(`${quote.number}  BROKEN  ${problem}\n`);
    }
    if (broken > 0) throw new BrokenLogError(`Broken logs: ${broken} of ${quotes.length}.`);
    return `Verified: ${quotes.length}.`;
  } finally {
    await close();
  }
}
