/** A backup, a restore or a move can't go on; the message is a sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
