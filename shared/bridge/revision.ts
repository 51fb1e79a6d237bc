// Which content of something that the user keeps a change is based on (electron/files/revision.ts).

import { z } from 'zod';

/** Only to compare with another one. */
export const revisionSchema = z.string().min(1).max(64);
