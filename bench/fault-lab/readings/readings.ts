// Every way in which a service may interpret the specification differently from this project's own, a row each: it does
// so in every answer. To add one, add a row to one of the lists.

import { LAYERS, combined, type Fault, type Layer, type Spoil } from '../delivery.ts';
import { EMPTY_READINGS } from './empty-readings.ts';
import { BYTE_READINGS, ENVELOPE_READINGS } from './envelope-readings.ts';
import { FILTER_READINGS } from './filter-readings.ts';
import { LIMIT_READINGS } from './limit-readings.ts';
import { RANGE_READINGS } from './range-readings.ts';
import { RECORD_READINGS } from './record-readings.ts';
import { SIZE_READINGS } from './size-readings.ts';
import { TYPE_READINGS } from './type-readings.ts';

export const READINGS: readonly Fault[] = [
  ...RANGE_READINGS,
  ...EMPTY_READINGS,
  ...SIZE_READINGS,
  ...FILTER_READINGS,
  ...LIMIT_READINGS,
  ...RECORD_READINGS,
  ...TYPE_READINGS,
  ...ENVELOPE_READINGS,
  ...BYTE_READINGS,
];

const depthOf = ({ layer = 'envelope' }: { readonly layer?: Layer }): number => LAYERS.indexOf(layer);

/** A service with all of these readings. */
export const serviceLike = (readings: readonly Fault[]): Spoil =>
  combined(readings.toSorted((a, b) => depthOf(a) - depthOf(b)).map(({ spoil }) => spoil));
