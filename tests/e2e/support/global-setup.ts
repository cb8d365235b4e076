import { createFirstStart } from '#tests/support/first-start.ts';

export default createFirstStart;
