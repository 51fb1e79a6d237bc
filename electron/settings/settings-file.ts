// The settings file: what the person chose and what the window remembers.

import { join } from 'node:path';
import { openKeptFile, type KeptFile } from '../files/kept-file.ts';
import { FIRST_STATE, stateSchema, type State } from './state-schema.ts';

export type SettingsFile = KeptFile<State>;

export interface SettingsFileOptions {
  readonly dataDir: string;
  /** Told when a damaged file was set aside, with its new path. */
  readonly onDamaged: (asidePath: string) => void;
}

export const openSettingsFile = ({ dataDir, onDamaged }: SettingsFileOptions): Promise<SettingsFile> =>
  openKeptFile({ path: join(dataDir, 'settings.json'), schema: stateSchema, first: FIRST_STATE, onDamaged });
