import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { lockFolder } from '#backend/database/folder-lock.ts';

// A process that locks the folder of its argument until it is killed, and collects garbage
// meanwhile.

const [, , directory = ''] = process.argv;
lockFolder(directory);
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
setImmediate(() => {
  collectGarbage();
  process.stdout.write('locked');
});
setInterval(() => {}, 1000);
