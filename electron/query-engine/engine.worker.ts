// The worker that stores the columns of large row sets and answers queries over them.

import { parentPort } from 'node:worker_threads';
import { EngineHost } from './engine-host.ts';
import type { WorkerRequest, WorkerResponse } from './protocol.ts';

const host = new EngineHost((response: WorkerResponse) => parentPort?.postMessage(response, []));
parentPort?.on('message', (request: WorkerRequest) => host.handle(request));
