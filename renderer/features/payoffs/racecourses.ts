// The racecourses that payoffs can be limited to, in the order of their codes.

import { TABLES } from '#shared/catalogue/tables.ts';
import { codesOf } from '#shared/catalogue/decode.ts';

const column = TABLES.d_ra.columns.find(({ name }) => name === 'racecourse_cd');

export const RACECOURSES = column === undefined ? [] : codesOf(column);
