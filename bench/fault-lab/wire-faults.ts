// Network faults: slow, broken and silent connections, and bytes that contradict their headers.

import { gzipSync } from 'node:zlib';
import { changedBytes, instead, transmitted, type Fault } from './delivery.ts';

export const WIRE_FAULTS: readonly Fault[] = [
  {
    name: 'none',
    does: 'answers as the service does',
    spoil: transmitted(() => ({})),
  },
  {
    name: 'latency',
    does: 'waits before the first byte',
    spoil: transmitted(({ draw }) => ({ delayMs: draw.int(5, 120) })),
  },
  {
    name: 'bandwidth',
    does: 'sends the answer in small pieces with pauses between them',
    spoil: transmitted(({ draw }) => ({ pieces: draw.int(5, 40) })),
  },
  {
    name: 'reset-at-once',
    does: 'resets the connection before the first byte',
    spoil: transmitted(() => ({ cut: { at: 0, how: 'reset' } })),
  },
  {
    name: 'reset-mid-headers',
    does: 'resets the connection within the head',
    spoil: transmitted(({ draw }) => ({ cut: { at: draw.next() * 1e-6, how: 'reset' } })),
  },
  {
    name: 'reset-mid-body',
    does: 'resets the connection within the body',
    spoil: transmitted(({ draw }) => ({ cut: { at: 0.05 + draw.next() * 0.9, how: 'reset' } })),
  },
  {
    name: 'closed-mid-body',
    does: 'closes the connection before the promised length',
    spoil: transmitted(({ draw }) => ({ cut: { at: 0.05 + draw.next() * 0.9, how: 'close' } })),
  },
  {
    name: 'never-answers',
    does: 'accepts the connection and never answers',
    spoil: transmitted(() => ({ cut: { at: 0, how: 'silence' } })),
  },
  {
    name: 'falls-silent',
    does: 'stops in the middle of the body and keeps the connection open',
    spoil: transmitted(({ draw }) => ({ cut: { at: 0.05 + draw.next() * 0.9, how: 'silence' } })),
  },
  {
    name: 'too-short-length',
    does: 'sends a content-length that is less than the body',
    spoil: async ({ draw, sound }) => {
      const answer = await sound();
      return { answer, declaredLength: Math.floor(answer.body.length * draw.next()) };
    },
  },
  {
    name: 'too-long-length',
    does: 'sends a content-length that is more than the body',
    spoil: async ({ draw, sound }) => {
      const answer = await sound();
      return { answer, declaredLength: answer.body.length + draw.int(1, 1000), cut: { at: 1, how: 'close' } };
    },
  },
  {
    name: 'truncated-json',
    does: 'sends the first part of the JSON under 200, with its right length',
    spoil: changedBytes((body, { draw }) => body.subarray(0, Math.floor(body.length * draw.next()))),
  },
  {
    name: 'empty-body',
    does: 'sends 200 with an empty body',
    spoil: instead(() => ({})),
  },
  {
    name: 'gzip-garbage',
    does: 'declares an encoding, but sends the body unencoded',
    spoil: async ({ draw, sound }) => {
      const answer = await sound();
      const body = Buffer.from(Array.from({ length: 400 }, () => draw.int(0, 255)));
      return { answer: { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' }, body } };
    },
  },
  {
    name: 'gzip-unasked',
    does: 'compresses the body although the client did not accept that',
    spoil: async ({ sound }) => {
      const answer = await sound();
      return {
        answer: {
          ...answer,
          headers: { ...answer.headers, 'content-encoding': 'gzip' },
          body: gzipSync(answer.body),
        },
      };
    },
  },
];
