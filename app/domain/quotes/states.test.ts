import { expect, test } from 'vitest';
import { getNextStage } from './states.ts';

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
