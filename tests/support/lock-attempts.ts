import { FolderInUse, lockFolder } from '#backend/database/folder-lock.ts';

// A process that tries to take a folder from the one that holds it. Arguments: the folder and how
// often; prints how often it was refused.

const [, , directory = '', attempts = '1'] = process.argv;
let refused = 0;
for (let n = 0; n < Number(attempts); n += 1) {
  try {
    lockFolder(directory)();
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    refused += 1;
  }
}
process.stdout.write(String(refused));
