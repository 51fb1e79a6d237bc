// The one place that turns a failure into what may cross the bridge: a code of the catalogue with its values.

import { ORPCError, os } from '@orpc/server';
import { RailbirdError } from '#shared/errors.ts';
import { KEYCHAIN_CODES } from '#shared/keychain-errors.ts';

export interface GuardOptions {
  /**
   * Called for every failure without a code, with the id that the user sees, and for every refusal by this machine (a
   * full disk, missing rights). The user learns only that the machine refused; the log also has the reason.
   */
  readonly report: (id: string, error: unknown, procedure: string) => void;
  readonly newId: () => string;
  /** Removes keys from a text: a server's message may repeat what it was sent. */
  readonly hide?: (text: string) => string;
}

/**
 * Middleware that lets coded errors cross as `RAILBIRD` and turns everything else into INTERNAL with an id. Errors that
 * oRPC itself raises (an input that does not parse) pass unchanged. Streams are guarded too, since they fail only while
 * they are read.
 */
export function createGuard(options: GuardOptions) {
  return os.middleware(async ({ next, path }) => {
    const outward = (error: unknown): ORPCError<string, unknown> => {
      if (error instanceof ORPCError) return error;
      const procedure = path.join('.');
      if (isOfTheMachine(error)) options.report(options.newId(), error, procedure);
      const coded = error instanceof RailbirdError ? error : internal(error, procedure, options);
      return crossing(coded, options.hide);
    };
    try {
      const result = await next();
      if (!isStream(result.output)) return result;
      return { ...result, output: guardStream(result.output, outward) };
    } catch (error) {
      throw outward(error);
    }
  });
}

const isOfTheMachine = (error: unknown): boolean =>
  error instanceof RailbirdError &&
  error.cause !== undefined &&
  ['ARCHIVE_FAILED', 'FILE_FAILED', ...KEYCHAIN_CODES].includes(error.code);

function internal(error: unknown, procedure: string, options: GuardOptions): RailbirdError {
  const id = options.newId();
  options.report(id, error, procedure);
  return new RailbirdError('INTERNAL', { id });
}

const crossing = (error: RailbirdError, hide = (text: string) => text) => {
  const values = Object.entries(error.values).map(
    ([name, value]) => [name, typeof value === 'string' ? hide(value) : value] as const,
  );
  return new ORPCError('RAILBIRD', {
    status: 400,
    message: error.code,
    data: { code: error.code, values: Object.fromEntries(values) },
  });
};

const isStream = (output: unknown): output is AsyncIterable<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output;

async function* guardStream(stream: AsyncIterable<unknown>, outward: (error: unknown) => Error) {
  try {
    for await (const event of stream) yield event;
  } catch (error) {
    throw outward(error);
  }
}
