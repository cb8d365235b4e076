import { expect, test } from 'vitest';
import { describeQuoteState, getNextStage, type QuoteState } from './quote-states.ts';

test.each([
  [[], true, 'deposit_received'],
  [[], false, 'ordered'],
  [['deposit_received'], false, 'ordered'],
  // A stage that was left out is over.
  [['building'], true, 'ready'],
  [['ready', 'ordered'], false, 'delivered'],
  [['delivered'], true, undefined],
])('after %j, with a deposit due %j, the next stage is %j', (reached, hasDeposit, next) => {
  expect(getNextStage(reached, hasDeposit)).toBe(next);
});

const at = '2026-11-26T15:00:00Z';

test.each<[QuoteState, number | null, string | null, string]>([
  ['sent', null, null, 'Sent'],
  ['sent', null, at, 'Question'],
  ['viewed', null, at, 'Question'],
  // A requested change is the message that waits for an answer.
  ['change_requested', null, at, 'Change requested'],
  ['declined', null, at, 'Declined; question'],
  ['expired', null, at, 'Expired; question'],
  ['accepted', 1, null, 'Accepted'],
  ['accepted', 1, at, 'Accepted; question'],
  ['viewed', 1, null, 'Accepted; version 2 viewed'],
  ['viewed', 1, at, 'Accepted; version 2 viewed; question'],
  ['change_requested', 1, at, 'Accepted; version 2 change requested'],
])('a quote in state %s with accepted version %j and a question of %j is %j', (...row) => {
  const [state, accepted_version, question_at, label] = row;
  expect(describeQuoteState({ state, version: 2, accepted_version, question_at })).toBe(label);
});
