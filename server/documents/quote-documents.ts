import { createHash, createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { Client } from '#app/lib/client.ts';
import { isRateLimited } from '#app/lib/crud.ts';
import { z } from '#app/lib/zod.ts';
import { createMutex } from '#backend/mutex.ts';
import { busyResponse } from '../error-responses.ts';
import type { SigningSecrets } from '../signing-secrets.ts';
import { createVisitorClient, type TableAccess } from '../website.ts';
import { createDocumentImages } from './document-images.ts';
import { type DocumentLook, type DocumentProcess, quoteJobSchema } from './document-process.ts';

/** The last parts of the URLs of a quote's documents. */
const documentKinds = { 'quote.pdf': 'offer', 'agreement.pdf': 'acceptance' } as const;

export type QuoteDocumentName = keyof typeof documentKinds;

export type QuoteDocuments = {
  /** Serves a quote's PDF to anyone with its link; 404 for an unknown token, 503 until it is written. */
  serve(token: string, name: QuoteDocumentName, visitor: Visitor): Promise<Response>;
  /** Writes and stores the documents that are due, one after the other. Resolves to their number. */
  writeDue(signal?: AbortSignal): Promise<number>;
  /** Starts writing after a customer's answer, without waiting for it. An acceptance may follow a review. */
  writeSoon(): void;
};

type Visitor = { ip: string; userAgent: string };

/** After this many attempts an email goes out without its document, as private.get_document_delay decides. */
const maxQuietAttempts = 4;
const bucket = 'quotes';
const retryAfterSeconds = 3;
const maxPhotos = 6;
/** A download waits while at most this many documents are written, then the browser asks again. */
const maxAwaited = 10;

const claimSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({ status: z.literal('refused') }),
  quoteJobSchema.extend({
    status: z.literal('claimed'),
    id: z.uuid(),
    type: z.enum(['offer', 'acceptance']),
    path: z.string(),
    attempts: z.int(),
  }),
]);

type Claim = Extract<z.output<typeof claimSchema>, { status: 'claimed' }>;

const foundSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('not_found') }),
  z.object({ status: z.literal('waiting') }),
  z.object({
    status: z.literal('stored'),
    number: z.string(),
    version: z.int(),
    path: z.string(),
    sha256: z.string(),
  }),
]);

/**
 * Writes the PDFs of quotes and serves them to customers. The website never has the secret key.
 * Instead it signs its claims, uploads and reads with the documents' secret, and the database
 * verifies the signatures.
 */
export function createQuoteDocuments({
  tables,
  secrets,
  now,
  signClient,
  writing,
  logger,
}: {
  tables: TableAccess;
  /** A restore replaces it. */
  secrets: Pick<SigningSecrets, 'documents'>;
  now: () => number;
  /** The header with IP and user agent by which the database limits unknown tokens. */
  signClient: (ip: string, userAgent: string) => string;
  writing: DocumentProcess;
  logger: Logger;
}): QuoteDocuments {
  const writeExclusive = createMutex();
  const sign = (action: string) => {
    const time = String(now());
    const signed = ['quote-documents', time, action].join('\n');
    return `${time} ${createHmac('sha256', secrets.documents).update(signed).digest('hex')}`;
  };
  const connect = (headers: Record<string, string>, ip = ''): Client =>
    createVisitorClient(tables, { fetch: tables.fetchFor(ip), headers });
  const connectFor = (action: string) => connect({ 'x-quote-documents': sign(action) });

  const images = createDocumentImages({ tables, logger });
  const readPhotos = async (paths: string[], isLastTry: boolean) => {
    const photos: Uint8Array[] = [];
    for (const path of paths.slice(0, maxPhotos)) {
      const photo = await images.readPhoto(path, isLastTry);
      if (photo) photos.push(photo);
    }
    return photos;
  };
  const readLook = async (isLastTry: boolean): Promise<DocumentLook> => {
    const { data } = await connect({})
      .from('business_settings')
      .select('accent_color, logo_image')
      .limit(1)
      .maybeSingle()
      .throwOnError();
    const path = data?.logo_image;
    const logo = path ? await images.readLogo(path, isLastTry) : undefined;
    return { accent: data?.accent_color ?? undefined, logo };
  };

  const write = async (claim: Claim) => {
    const { id, path, attempts } = claim;
    const quote = quoteJobSchema.parse(claim);
    const isLastTry = attempts >= maxQuietAttempts;
    const photos = await readPhotos(quote.document.content.images, isLastTry);
    const look = await readLook(isLastTry);
    const pdf = await writing.run({ type: 'quote', quote, photos, look });
    const sha256 = createHash('sha256').update(pdf).digest('hex');
    const { error } = await connectFor(`file\n${path}`)
      .storage.from(bucket)
      .upload(path, new Uint8Array(pdf), { contentType: 'application/pdf' });
    if (error) throw error;
    const { data } = await connectFor(`store\n${id}\n${path}\n${sha256}`)
      .rpc('store_quote_document', {
        document_id: id,
        document_path: path,
        document_sha256: sha256,
      })
      .throwOnError();
    const { status } = z.object({ status: z.enum(['stored', 'refused']) }).parse(data);
    if (status === 'refused')
      logger.warn({ document: id }, 'Quote document already written by another process');
  };

  const writeNext = async (): Promise<'none' | 'written' | 'failed'> => {
    const { data } = await connectFor('claim').rpc('claim_quote_document').throwOnError();
    const claim = claimSchema.parse(data);
    if (claim.status === 'refused') {
      throw new Error("This website's FORM_SECRET does not match the database's");
    }
    if (claim.status !== 'claimed') return 'none';
    const { id, type, attempts } = claim;
    try {
      await write(claim);
      return 'written';
    } catch (error) {
      const details = { document: id, type, attempts, error };
      if (attempts < maxQuietAttempts) logger.warn(details, 'Quote PDF failed, retry scheduled');
      else logger.error(details, 'Quote PDF failed, sending link instead');
      return 'failed';
    }
  };

  const find = async (token: string, name: QuoteDocumentName, visitor: Visitor) => {
    const { data } = await connect(
      { 'x-quote-client': signClient(visitor.ip, visitor.userAgent) },
      visitor.ip,
    )
      .rpc('find_quote_document', { token, document_type: documentKinds[name] })
      .throwOnError();
    return foundSchema.parse(data);
  };

  const writeDue: QuoteDocuments['writeDue'] = async (signal) => {
    let written = 0;
    while (!signal?.aborted) {
      const outcome = await writeExclusive(writeNext);
      if (outcome === 'none') break;
      if (outcome === 'written') written += 1;
    }
    return written;
  };
  return {
    writeDue,
    // The job repeats and reports failures.
    writeSoon: () => {
      writing.warm();
      void writeDue().catch(() => undefined);
    },
    async serve(token, name, visitor) {
      try {
        let found = await find(token, name, visitor);
        // Documents that haven't failed come first, and nobody waits for the rest.
        for (let written = 0; found.status === 'waiting' && written < maxAwaited; written += 1) {
          const outcome = await writeExclusive(writeNext);
          found = await find(token, name, visitor);
          if (outcome !== 'written') break;
        }
        if (found.status === 'not_found')
          return respond(404, 'This document does not exist', 'Please ask us for a new link.');
        if (found.status === 'waiting') {
          return respond(
            503,
            'The document is not ready yet',
            'Please try again in a minute.',
            retryAfterSeconds,
          );
        }
        const { path, sha256, number, version } = found;
        const { data, error } = await connectFor(`file\n${path}`)
          .storage.from(bucket)
          .download(path);
        if (error) throw error;
        const pdf = new Uint8Array(await data.arrayBuffer());
        if (createHash('sha256').update(pdf).digest('hex') !== sha256) {
          throw new Error(`The file of quote ${number} differs from its evidence log`);
        }
        const kind = name === 'agreement.pdf' ? 'accepted' : 'quote';
        return new Response(pdf, {
          headers: {
            'Content-Type': 'application/pdf',
            'Content-Length': String(pdf.byteLength),
            'Content-Disposition': `attachment; filename="${kind}-${number}-version-${version}.pdf"`,
          },
        });
      } catch (error) {
        if (error instanceof Error && isRateLimited(error)) {
          return respond(429, 'Too many requests', 'Please try again in an hour.', 3600);
        }
        logger.error({ error }, 'Quote document request failed');
        return respond(
          503,
          'The document is not available',
          'Please try again in a minute.',
          retryAfterSeconds,
        );
      }
    },
  };
}

const respond = (status: number, heading: string, text: string, retryAfter?: number) =>
  busyResponse(
    status,
    heading,
    text,
    retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
  );
