// Who answers at an address that an app finds in its data folder: another app on that folder, or, if the folder is a
// copy, the app on the original.

import { once } from 'node:events';
import { connect } from 'node:net';
import { FrameSocket } from './frames.ts';
import { welcomeSchema } from './messages.ts';

/** A greeting is far shorter. */
const LONGEST_WELCOME = 64 * 1024;
/** An app that hangs is there all the same. */
const PATIENCE_MS = 2000;

interface Answerer {
  /** The data folder that it has open; undefined if it does not say. */
  readonly dataFolder: string | undefined;
}

/** Undefined if nothing listens at the address. Never fails. */
export async function answererAt(path: string, version: string): Promise<Answerer | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
  } catch {
    socket.destroy();
    return undefined;
  }
  const frames = new FrameSocket(socket, LONGEST_WELCOME);
  const silence = setTimeout(() => socket.destroy(), PATIENCE_MS);
  try {
    await frames.send({ kind: 'message', message: { kind: 'hello', version } });
    const { value: first } = await frames.frames().next();
    const { data } = welcomeSchema.safeParse(first?.kind === 'message' ? first.message : undefined);
    return { dataFolder: data?.dataFolder };
  } catch {
    return { dataFolder: undefined };
  } finally {
    clearTimeout(silence);
    frames.destroy();
  }
}
