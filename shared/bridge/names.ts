// Names and ids in the arguments of calls: bounded, as every text that the window sends is.

import { z } from 'zod';

/** Of a column. SQL names one without an alias by its expression, which DuckDB writes out: longer than the query. */
export const columnNameSchema = z.string().max(20_000);

/** Of a result, an export, a job: what the main process gave out. */
export const idSchema = z.string().max(64);
