// The whole contract between the app's main process and its window, one file per feature.
// The window communicates with nothing else.

import type { ContractRouterClient } from '@orpc/contract';
import { annotations } from '#shared/bridge/annotations.ts';
import { app } from '#shared/bridge/app.ts';
import { bets } from '#shared/bridge/bets.ts';
import { connection } from '#shared/bridge/connection.ts';
import { days } from '#shared/bridge/days.ts';
import { downloads } from '#shared/bridge/downloads.ts';
import { savedExports } from '#shared/bridge/export-saved.ts';
import { exports } from '#shared/bridge/exports.ts';
import { find } from '#shared/bridge/find.ts';
import { notices } from '#shared/bridge/notices.ts';
import { races } from '#shared/bridge/races.ts';
import { readings } from '#shared/bridge/readings.ts';
import { results } from '#shared/bridge/results.ts';
import { rules } from '#shared/bridge/rules.ts';
import { settings } from '#shared/bridge/settings.ts';
import { sql } from '#shared/bridge/sql.ts';
import { updates } from '#shared/bridge/updates.ts';
import { views } from '#shared/bridge/views.ts';

export const contract = {
  app,
  connection,
  settings,
  days,
  find,
  races,
  results,
  exports,
  savedExports,
  views,
  annotations,
  bets,
  downloads,
  notices,
  readings,
  rules,
  sql,
  updates,
};

export type BridgeClient = ContractRouterClient<typeof contract>;
