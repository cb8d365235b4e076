export type FormResult =
  | {
      sent: true;
      message: string;
      notices: string[];
      /** The form's token; the success page reuses it. */
      token?: string | undefined;
    }
  | {
      sent: false;
      message?: string;
      /** Seconds to wait if the visitor's network has sent too many forms. */
      retryAfter?: number;
      /** The database cannot be reached or is overloaded. */
      unavailable?: boolean;
      errors: Record<string, string>;
      values: Record<string, string>;
      images: string[];
      notices: string[];
    };

/** 200; 400 for invalid input, 429 for too many forms, 503 without a database, 500 for other errors. */
export function toResponseInit(result: FormResult): ResponseInit {
  if (result.sent) return { status: 200 };
  if (result.unavailable) return { status: 503 };
  if (result.retryAfter === undefined) return { status: result.message ? 500 : 400 };
  return { status: 429, headers: { 'Retry-After': String(result.retryAfter) } };
}

/** The param that proves to the page of a form without scripts that it was sent (`FormGuard.receipt`). */
export const receiptParam = 'receipt';

/** The success that a form without scripts was redirected to. */
export const toSentResult = (
  wasSent: boolean | undefined,
  message: string,
): FormResult | undefined => (wasSent ? { sent: true, message, notices: [] } : undefined);
