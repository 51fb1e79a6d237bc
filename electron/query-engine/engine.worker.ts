// The thread that holds the columns of large views, sorts, filters and groups them and cuts their windows.

import { parentPort } from 'node:worker_threads';
import { EngineHost } from './engine-host.ts';
import type { WorkerRequest, WorkerResponse } from './protocol.ts';

const views = new EngineHost((reply: WorkerResponse) => parentPort?.postMessage(reply, []));
parentPort?.on('message', (order: WorkerRequest) => views.take(order));
