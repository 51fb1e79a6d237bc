// The thread that holds the columns of large views, sorts, filters and groups them and cuts their windows.

import { parentPort } from 'node:worker_threads';
import { HeldViews } from './engine-host.ts';
import type { Order, Reply } from './protocol.ts';

const views = new HeldViews((reply: Reply) => parentPort?.postMessage(reply, []));
parentPort?.on('message', (order: Order) => views.take(order));
