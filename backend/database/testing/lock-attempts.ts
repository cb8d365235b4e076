import { FolderInUse, lockFolder } from '#backend/database/folder-lock.ts';

// A process that tries to lock a folder that another one has locked. Arguments: the folder and how
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
