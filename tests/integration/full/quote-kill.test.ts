import { describe } from 'vitest';
import { engineAvailable } from '#tests/support/backend.ts';
import { testQuoteKills } from '#tests/support/quote-kills.ts';

// All steps are in tests/endurance.

describe.skipIf(!engineAvailable())('quotes and SIGKILL', () => {
  testQuoteKills({ sending: ['commit'], accepting: ['commit'] });
});
