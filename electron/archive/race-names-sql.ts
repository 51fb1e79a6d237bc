// The names of the stored races by their keys.

/**
 * One row for each race whose program has a name: the past table's, and of two in one table the one fetched later.
 * `keys`: a query of the only keys that are wanted.
 */
export const raceNamesSql = (keys?: string): string =>
  `(select racekey, arg_max(race_name, row(place, __fetched_at)) as race_name
      from (${['t_ra', 'd_ra'].map((code, place) => `select racekey, race_name, ${place} as place, __fetched_at from ${code}`).join(' union all ')})
      where trim(coalesce(race_name, '')) <> '' and ${keys === undefined ? 'racekey is not null' : `racekey in (${keys})`}
      group by racekey)`;
