// Runs before every test file: property tests draw the same cases each time, so that the checks of a change give one
// answer. The nightly checks draw others. A failure prints its seed; RAILBIRD_SEED=<seed> draws those cases again.

import fc from 'fast-check';

const { RAILBIRD_SEED: seed = '1' } = process.env;

if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
