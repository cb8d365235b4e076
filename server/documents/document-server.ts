import { createClient } from '@supabase/supabase-js';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { readBusinessSettings } from '#app/features/business/business-settings.ts';
import { describeChange } from '#app/features/designer/describe-change.ts';
import {
  DESIGN_DOCUMENTS,
  type DesignDocument,
  documentsPath,
  getDesignFileName,
  requestParam,
} from '#app/features/designer/design-documents.ts';
import { formatDesignParams, parseDesignParams } from '#app/features/designer/design-params.ts';
import { readShopSettings } from '#app/features/designer/designer-settings.ts';
import {
  describeEngineerReasons,
  describeMissingLimits,
} from '#app/features/designer/engineer-reasons.ts';
import { parseStoredDesign } from '#app/features/designer/stored-design.ts';
import type { Client } from '#app/lib/client.ts';
import type { Database } from '#app/lib/database.types.ts';
import { isUuid } from '#app/lib/validators.ts';
import { fallbackName } from '#app/site/navigation.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { textError } from '#server/error-responses.ts';
import type { TableAccess } from '../website.ts';
import { createDocumentImages } from './document-images.ts';
import { createDocumentProcess, type DocumentProcess } from './document-process.ts';
import type { DocumentFacts } from './shop-documents.ts';

const maxQueryLength = 2000;
const signInHeaders = { 'WWW-Authenticate': 'Bearer' };
const maxWaiting = 20;

type DocumentServer = {
  serve(request: Request, ip: string): Promise<Response>;
  /** Starts the process ahead of a document that staff are about to request or send. */
  prepare(request: Request, ip: string): Promise<Response>;
  stop(): void;
};

/**
 * Writes documents of designs for staff, one at a time in their own process. Row-level security
 * decides by the caller's token who is staff and which request may be read.
 */
export function createDocumentServer({
  tables,
  logger,
  writing = createDocumentProcess(),
}: {
  tables: TableAccess;
  logger: Logger;
  writing?: DocumentProcess;
}): DocumentServer {
  const queue = new PQueue({ concurrency: 1 });
  const images = createDocumentImages({ tables, logger });

  /** Returns a client with the caller's token, or the response for a caller who isn't staff. */
  const connectStaff = async (token: string, ip: string): Promise<Client | Response> => {
    const client = createClient<Database>(tables.url, tables.publishableKey, {
      accessToken: async () => token,
      db: { retry: false },
      global: { fetch: tables.fetchFor(ip) },
    });
    const staff = await client.from('staff').select('user_id').limit(1);
    if (staff.error) {
      const isUnavailable = staff.status === 0 || staff.status >= 500 || staff.status === 429;
      return isUnavailable
        ? textError(503, 'The database is unavailable.', { 'Retry-After': '5' })
        : textError(401, 'Please sign in again.', signInHeaders);
    }
    return staff.data.length === 0 ? textError(403, 'Only staff may open documents.') : client;
  };

  const serve = async (request: Request, ip: string): Promise<Response> => {
    const { pathname, searchParams, search } = new URL(request.url);
    const type = findDocument(pathname);
    if (!type) return textError(404, 'Document not found.');
    if (search.length > maxQueryLength) return textError(414, 'This design link is too long.');
    const token = readToken(request);
    if (!token) return textError(401, 'Please sign in.', signInHeaders);
    const requestId = searchParams.get(requestParam);
    if (requestId !== null && !isUuid(requestId))
      return textError(400, 'This is not a valid request.');
    const design = parseCanonicalDesign(searchParams);
    if (!design) return textError(400, 'This is not a valid design, or not in its canonical form.');
    const client = await connectStaff(token, ip);
    if (client instanceof Response) return client;
    const facts = await readFacts(client, design, requestId);
    if (!facts) return textError(404, 'Request not found.');
    if (queue.size >= maxWaiting)
      return textError(503, 'Too many documents are being created.', { 'Retry-After': '5' });
    const { logoPath, ...stated } = facts;
    const logo = logoPath ? await images.readLogo(logoPath, true) : undefined;
    const pdf = await queue.add(() => writing.run({ type, design, facts: stated, logo }));
    return new Response(new Uint8Array(pdf), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Length': String(pdf.byteLength),
        'Content-Disposition': `attachment; filename="${getDesignFileName(design, `${type}.pdf`)}"`,
        'Cache-Control': 'no-store',
      },
    });
  };

  return {
    stop: () => {
      queue.clear();
      writing.stop();
    },
    prepare: async (request, ip) => {
      const token = readToken(request);
      const client = token
        ? await connectStaff(token, ip)
        : textError(401, 'Please sign in.', signInHeaders);
      if (client instanceof Response) return client;
      writing.warm();
      return new Response(null, { status: 204 });
    },
    serve: async (request, ip) => {
      try {
        return await serve(request, ip);
      } catch (error) {
        logger.error({ error }, 'Shop document failed');
        return textError(503, "Couldn't create the document. Please try again in a moment.", {
          'Retry-After': '5',
        });
      }
    },
  };
}

const readToken = (request: Request) =>
  /^Bearer ([\w.-]+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];

function findDocument(pathname: string): DesignDocument | undefined {
  return DESIGN_DOCUMENTS.find((name) => pathname === `${documentsPath}/${name}.pdf`);
}

function parseCanonicalDesign(searchParams: URLSearchParams): ShedDesign | undefined {
  const params = new URLSearchParams(searchParams);
  params.delete(requestParam);
  const { design } = parseDesignParams(params);
  return `${formatDesignParams(design)}` === `${params}` ? design : undefined;
}

async function readFacts(
  client: Client,
  design: ShedDesign,
  requestId: string | null,
): Promise<(DocumentFacts & { logoPath: string | null }) | undefined> {
  const readRequest = async () => {
    if (requestId === null) return undefined;
    const columns = 'id, customer_name, created_at, design';
    const query = client.from('quote_requests').select(columns).eq('id', requestId);
    const { data } = await query.maybeSingle().throwOnError();
    return data;
  };
  const [request, business, settings] = await Promise.all([
    readRequest(),
    readBusinessSettings(client),
    readShopSettings(client),
  ]);
  if (request === null) return undefined;
  const stored = parseStoredDesign(request?.design);
  const isRequested =
    stored && `${formatDesignParams(stored.design)}` === `${formatDesignParams(design)}`;
  return {
    changes: isRequested
      ? stored.changes.map((change) => describeChange(change, undefined, settings.card))
      : [],
    business: business?.business_name ?? fallbackName,
    logoPath: business?.logo_image ?? null,
    engineer: describeEngineerReasons(settings, design),
    missingLimits: describeMissingLimits(settings),
    framing: settings.framing,
    card: settings.card,
    request: request && {
      number: request.id.slice(0, 8).toUpperCase(),
      customer: request.customer_name,
      createdAt: request.created_at,
    },
  };
}
