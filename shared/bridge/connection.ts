// The connected service, the accounts, and the one-way path of the user key: the window can set it, forget it and query
// whether it is set. No output in this file has a field that could carry it.

import { z } from 'zod';
import { procedure, withoutInput } from '#shared/bridge/procedure.ts';
import { KEYCHAIN_CODES } from '#shared/keychain-errors.ts';

/** Why a stored user key is not used: the keychain does not give it out, or no request can carry it. */
export const STORED_KEY_CODES = [...KEYCHAIN_CODES, 'KEY_UNSENDABLE'] as const;

export type StoredKeyCode = (typeof STORED_KEY_CODES)[number];

const accountSchema = z.object({
  id: z.string(),
  /** Of the user's choice; at first the host of the address. */
  name: z.string(),
  baseUrl: z.string(),
});

export const connectionSchema = z.object({
  /** `none`: first run, nothing chosen yet. `sample`: the sample service inside the app. */
  mode: z.enum(['none', 'sample', 'account']),
  baseUrl: z.string().optional(),
  /** Address of the connected account, or of the one that the user can return to from the sample. */
  accountBaseUrl: z.string().optional(),
  /** That account's id. Absent for one from the environment, which is not stored. */
  account: z.string().optional(),
  /** The stored accounts, the oldest first. */
  accounts: z.array(accountSchema),
  /**
   * Where the user key is. `unread`: the keychain has it, and does not give it out. The application key is not the
   * user's secret, but is never shown either.
   */
  userKey: z.enum(['absent', 'keychain', 'session', 'environment', 'unread']),
  keychain: z.object({
    /** Whether it answers. */
    available: z.boolean(),
    /** There is no user key, but the keychain did not confirm that it deleted the last one: it can be told again. */
    mayHaveOldKey: z.boolean().optional(),
    /** Why it does not, or did not give the key: an error of the catalogue. */
    problem: z
      .object({
        code: z.enum(STORED_KEY_CODES),
        values: z.record(z.string(), z.union([z.string(), z.number()])),
      })
      .optional(),
  }),
});

export type Connection = z.infer<typeof connectionSchema>;

export const LONGEST_ACCOUNT_NAME = 80;

const account = z.object({ account: z.string().max(200) });

export const connection = {
  status: withoutInput.output(connectionSchema),
  /** Starts the sample service if it does not run yet, and connects to it. */
  trySample: withoutInput.output(connectionSchema),
  /**
   * Checks the keys with one request and stores them only if it succeeds. Blank keys keep the stored ones. Without
   * `account` it is the account of that address, the one used last if there are several, or else a new one.
   */
  connect: procedure
    .input(
      z.object({
        baseUrl: z.url({ protocol: /^https?$/ }).max(2000),
        apiKey: z.string().max(2048),
        userKey: z.string().max(2048),
        account: z.string().max(200).optional(),
        /** One more account, even if the address has one. */
        isAnother: z.boolean().optional(),
        /** Keep the user key in memory only. */
        forSession: z.boolean().optional(),
        /** Fail with an error of shared/key-errors.ts before anything is sent if a key looks wrong. */
        mayAsk: z.boolean().optional(),
      }),
    )
    .output(connectionSchema),
  /** Connects a stored account. Nothing is sent. Errors: ACCOUNT_UNKNOWN. */
  switchAccount: procedure.input(account).output(connectionSchema),
  /** Errors: ACCOUNT_UNKNOWN. */
  renameAccount: procedure
    .input(account.extend({ name: z.string().trim().min(1).max(LONGEST_ACCOUNT_NAME) }))
    .output(connectionSchema),
  /** With its keys; downloaded records are kept. Errors: ACCOUNT_UNKNOWN; KEYCHAIN_KEPT, and the account stays. */
  forgetAccount: procedure.input(account).output(connectionSchema),
  /** Asks the keychain again. */
  retryKeychain: withoutInput.output(connectionSchema),
  forgetKey: withoutInput.output(connectionSchema),
  /** Returns to the welcome screen; accounts, their keys and downloaded records are kept. */
  disconnect: withoutInput.output(connectionSchema),
};
