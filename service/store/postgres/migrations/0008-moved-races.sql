-- Removes what a race has under another day, once it is stored under its new one. It runs with the rights of the owner,
-- since an importer may not delete records: without records under the new day nothing is removed.
CREATE FUNCTION remove_moved(parent text, race text, day text, other text) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = to_regclass(parent)) THEN
    RAISE EXCEPTION 'there are no races in %', parent;
  END IF;
  EXECUTE format('DELETE FROM %1$I WHERE racekey = $1 AND racedate = $3 AND $2 <> $3
    AND EXISTS (SELECT FROM %1$I WHERE racekey = $1 AND racedate = $2)', parent) USING race, day, other;
END
$$;
REVOKE EXECUTE ON FUNCTION remove_moved(text, text, text, text) FROM PUBLIC;
