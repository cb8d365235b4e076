import { lockFolder } from '#backend/database/folder-lock.ts';

// A process that holds the folder of its argument until it is killed.

const [, , directory = ''] = process.argv;
lockFolder(directory);
process.stdout.write('locked');
setInterval(() => {}, 1000);
