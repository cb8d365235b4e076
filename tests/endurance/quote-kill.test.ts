import { describe, vi } from 'vitest';
import { acceptingSteps, sendingSteps, testQuoteKills } from '#tests/durability/quote-kills.ts';

vi.setConfig({ testTimeout: 600_000 });

describe('quotes and SIGKILL', () => {
  testQuoteKills({ sending: sendingSteps, accepting: acceptingSteps });
});
