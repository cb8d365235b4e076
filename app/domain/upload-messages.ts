/** Why an upload has failed that can be tried again: the storage did not answer. */
export const uploadInterrupted = 'The connection was interrupted';
