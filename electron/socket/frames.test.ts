import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FrameError, FrameReader, FrameSocket, type Frame } from './frames.ts';

let dir = '';
let server: Server;
let near: Socket;
let far: Socket;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-frames-'));
  server = createServer().listen(join(dir, 's'));
  await once(server, 'listening');
  near = connect(join(dir, 's'));
  [far] = (await once(server, 'connection')) as [Socket];
});
afterEach(async () => {
  near.destroy();
  far.destroy();
  server.close();
  await rm(dir, { recursive: true, force: true });
});

const anyFrame: fc.Arbitrary<Frame> = fc.oneof(
  fc.jsonValue().map((message): Frame => ({ kind: 'message', message })),
  fc.string({ unit: 'grapheme' }).map((text): Frame => ({ kind: 'text', text })),
  fc.uint8Array({ maxLength: 300 }).map((bytes): Frame => ({ kind: 'bytes', bytes })),
);

/** As it would be compared: JSON has neither -0 nor undefined, and bytes may be a view. */
const plain = (frame: Frame): unknown =>
  frame.kind === 'bytes' ? [...frame.bytes] : JSON.parse(JSON.stringify(frame));

test('every frame arrives as it was sent, in order', async () => {
  const received = new FrameSocket(far, 1e6).frames();
  const sender = new FrameSocket(near, 1e6);
  await fc.assert(
    fc.asyncProperty(fc.array(anyFrame, { maxLength: 20 }), async (frames) => {
      for (const frame of frames) void sender.send(frame);
      for (const frame of frames) {
        const { value } = await received.next();
        expect(value && plain(value)).toEqual(plain(frame));
      }
    }),
    { numRuns: 100 },
  );
});

test('however the bytes are cut on their way, the frames are the same', async () => {
  const bytes: Buffer[] = [];
  near.on('data', (chunk: Buffer) => bytes.push(chunk));
  const sender = new FrameSocket(far, 1e6);
  const frames: Frame[] = [
    { kind: 'text', text: '東京11R' },
    { kind: 'bytes', bytes: new Uint8Array(700).fill(7) },
    { kind: 'message', message: {} },
    { kind: 'text', text: '' },
  ];
  for (const frame of frames) await sender.send(frame);
  far.end();
  await once(near, 'end');
  const all = Buffer.concat(bytes);
  fc.assert(
    fc.property(fc.array(fc.nat(all.length), { maxLength: 30 }), (cuts) => {
      const reader = new FrameReader(1e6);
      const at = [0, ...cuts.toSorted((a, b) => a - b), all.length];
      const cut = at.slice(1).flatMap((end, index) => [...reader.read(all.subarray(at[index], end))]);
      expect(cut.map(plain)).toEqual(frames.map(plain));
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['longer than what is accepted', [0, 0, 0, 1, 1]],
  ['of an unknown kind', [9, 0, 0, 0, 0]],
  ['that is no JSON', [0, 0, 0, 0, 1, 0x7b]],
])('a frame %s is an error, before memory is used for it', async (_name, bytes) => {
  near.write(Buffer.from(bytes));
  await expect(new FrameSocket(far, 256).frames().next()).rejects.toThrow(FrameError);
});

test('a peer that goes in the middle of a frame ends the frames', async () => {
  const frames = new FrameSocket(far, 256).frames();
  near.write(Buffer.from([1, 0, 0, 0, 9, 1]));
  near.destroy();
  expect(await frames.next()).toEqual({ done: true, value: undefined });
});

test('a send waits for a peer that does not read', async () => {
  const sender = new FrameSocket(near, 1e6);
  let taken = 0;
  const page = new Uint8Array(1_000_000);
  const sending = Array.from({ length: 20 }, () =>
    sender.send({ kind: 'bytes', bytes: page }).then(() => (taken += 1)),
  );
  // What the system buffers is far less than this.
  await expect.poll(() => near.writableLength).toBeGreaterThan(10_000_000);
  expect(taken).toBeLessThan(10);
  const frames = new FrameSocket(far, 2e6).frames();
  for (let read = 0; read < 20; read += 1) await frames.next();
  await Promise.all(sending);
  expect(taken).toBe(20);
});
