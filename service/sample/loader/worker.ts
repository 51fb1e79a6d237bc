// A worker thread that generates days of sample racing, one task after another, until it is ended.

import { parentPort } from 'node:worker_threads';
import { makeDays } from './make-days.ts';
import type { Message, Share } from './thread.ts';

const tell = (message: Message): void => parentPort?.postMessage(message, []);

parentPort?.on('message', (share: Share) => {
  makeDays(share, (racedate, part) => tell({ racedate, part }));
  tell('done');
});
