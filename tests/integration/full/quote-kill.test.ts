import { describe } from 'vitest';
import { testQuoteKills } from '#tests/durability/quote-kills.ts';
import { engineAvailable } from '#tests/support/backend.ts';

// All steps are in tests/endurance.

describe.skipIf(!engineAvailable())('quotes and SIGKILL', () => {
  testQuoteKills({ sending: ['commit'], accepting: ['commit'] });
});
