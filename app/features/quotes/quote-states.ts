export const quoteStates = [
  'draft',
  'sent',
  'viewed',
  'change_requested',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
] as const;

export type QuoteState = (typeof quoteStates)[number];

/**
 * The states that each state can change to. The database enforces the same (private.is_quote_transition). `sent`
 * is a new version; from `expired` back to `sent` or `viewed` is an extension. With an accepted version,
 * a later one that is declined, expires or is withdrawn leads back to `accepted`.
 */
export const quoteTransitions: Record<QuoteState, readonly QuoteState[]> = {
  draft: ['sent'],
  sent: ['viewed', 'change_requested', 'accepted', 'declined', 'expired', 'withdrawn'],
  viewed: ['sent', 'change_requested', 'accepted', 'declined', 'expired', 'withdrawn'],
  change_requested: ['sent', 'accepted', 'declined', 'expired', 'withdrawn'],
  accepted: ['sent'],
  declined: ['sent', 'withdrawn'],
  expired: ['sent', 'viewed', 'change_requested', 'withdrawn'],
  withdrawn: [],
};

export const quoteStateLabels: Record<QuoteState, string> = {
  draft: 'Draft',
  sent: 'Sent',
  viewed: 'Viewed',
  change_requested: 'Change requested',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
};

/**
 * The state; of an order whose next version waits for an answer, both. A message of the customer that waits
 * for one is named instead of Sent and Viewed, beside the other states.
 */
export function describeQuoteState(quote: {
  state: QuoteState;
  version: number;
  accepted_version: number | null;
  question_at: string | null;
}): string {
  const { state, version, accepted_version, question_at } = quote;
  const label = quoteStateLabels[state];
  const isOrder = accepted_version !== null && state !== 'accepted';
  const known = isOrder
    ? `${quoteStateLabels.accepted}; version ${version} ${label.toLowerCase()}`
    : label;
  if (question_at === null || state === 'change_requested') return known;
  return !isOrder && (state === 'sent' || state === 'viewed') ? 'Question' : `${known}; question`;
}

/** The version that customers see: the latest one, or what is agreed while no other one waits for an answer. */
export function getShownVersion(quote: {
  state: QuoteState;
  version: number;
  agreed_version: number | null;
}): number {
  return quote.state === 'accepted' ? (quote.agreed_version ?? quote.version) : quote.version;
}

/** A customer can answer: accept, decline or request a change. */
export function isOpenQuote(state: QuoteState): boolean {
  return state === 'sent' || state === 'viewed' || state === 'change_requested';
}

/**
 * The tabs of the list, and the states that each one shows. `accepted` has the orders: also those whose
 * next version waits for an answer.
 */
export const quoteTabs = {
  all: quoteStates,
  draft: ['draft'],
  sent: ['sent', 'viewed', 'change_requested'],
  accepted: ['accepted'],
  declined: ['declined', 'withdrawn'],
  expired: ['expired'],
} as const satisfies Record<string, readonly QuoteState[]>;

export type QuoteTab = keyof typeof quoteTabs;

/** The stages of an order, in the order in which they are reached. */
export const orderStages = [
  'deposit_received',
  'ordered',
  'building',
  'ready',
  'delivered',
] as const;

export type OrderStage = (typeof orderStages)[number];

export const orderStageLabels: Record<OrderStage, string> = {
  deposit_received: 'Deposit received',
  ordered: 'Materials ordered',
  building: 'Building',
  ready: 'Ready',
  delivered: 'Delivered',
};

/**
 * The stage that an order reaches next: the one after the last that it has reached.
 * @param hasDeposit without one the first stage is left out
 */
export function getNextStage(
  reached: readonly string[],
  hasDeposit: boolean,
): OrderStage | undefined {
  const last = orderStages.findLastIndex((stage) => reached.includes(stage));
  return orderStages.slice(last + 1).find((stage) => hasDeposit || stage !== 'deposit_received');
}

export const paymentMethods = ['cash', 'e-transfer', 'cheque', 'card'] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentMethodLabels: Record<PaymentMethod, string> = {
  cash: 'cash',
  'e-transfer': 'e-transfer',
  cheque: 'cheque',
  card: 'card',
};
