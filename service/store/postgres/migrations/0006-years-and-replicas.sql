-- Records by year, each a partition of its own; the beat by which a replica knows how old its data is; the version by
-- which a process knows whether credentials are still good.

-- Makes the partition of a year, unless it exists. An import calls it before it writes into a year. The partition is
-- attached rather than created in place, which would lock readers out. It runs with the rights of the owner, since an
-- importer may not create tables.
CREATE FUNCTION add_year(parent text, year text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  part CONSTANT text := parent || '_' || year;
BEGIN
  IF year !~ '^[0-9]{4}$' OR NOT EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = to_regclass(parent)) THEN
    RAISE EXCEPTION 'there is no year % of %', year, parent;
  END IF;
  -- One at a time; an arbitrary number that no other program locks in this database.
  PERFORM pg_advisory_xact_lock(7245226);
  -- Not to_regclass, which may remember that there was none before the lock.
  IF NOT EXISTS (SELECT FROM pg_class WHERE relname = part AND relnamespace = 'public'::regnamespace) THEN
    EXECUTE format('CREATE TABLE %I (LIKE %I)', part, parent);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, year,
      lpad((year::integer + 1)::text, 4, '0'));
  END IF;
END
$$;
REVOKE EXECUTE ON FUNCTION add_year(text, text) FROM PUBLIC;

-- The records are copied year by year, while the old tables can be read; then the new ones take their names, in a
-- moment. Until that moment the copy needs as much space again.
DO $$
DECLARE
  tables CONSTANT text[] := ARRAY['t_ra', 'd_ra', 't_ka', 'd_ka', 't_ky', 'd_ky', 't_pd', 't_ch', 't_ze', 't_zk', 'd_zk',
    't_se', 'd_se', 't_hj', 'd_hj'];
  old text;
  new text;
  columns text;
  search record;
  year text;
BEGIN
  FOREACH old IN ARRAY tables LOOP
    new := old || '_new';
    EXECUTE format('LOCK TABLE %I IN SHARE MODE', old);
    EXECUTE format('CREATE TABLE %I (LIKE %I) PARTITION BY RANGE (racedate)', new, old);
    FOR year IN EXECUTE format('SELECT DISTINCT left(racedate, 4) FROM %I ORDER BY 1', old) LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', old || '_' || year, new, year,
        lpad((year::integer + 1)::text, 4, '0'));
    END LOOP;
    EXECUTE format('INSERT INTO %I SELECT * FROM %I ORDER BY racedate', new, old);
    FOR search IN SELECT relname AS name, indisprimary AS is_primary, indexrelid FROM pg_index
      JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = old::regclass
    LOOP
      SELECT string_agg(pg_get_indexdef(search.indexrelid, n, true), ', ' ORDER BY n) INTO columns
        FROM generate_series(1, (SELECT indnatts FROM pg_index WHERE indexrelid = search.indexrelid)) AS n;
      IF search.is_primary THEN
        EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY (%s)', new, search.name || '_new', columns);
      ELSE
        EXECUTE format('CREATE INDEX %I ON %I (%s)', search.name || '_new', new, columns);
      END IF;
    END LOOP;
    EXECUTE format('ANALYZE %I', new);
  END LOOP;

  FOREACH old IN ARRAY tables LOOP
    EXECUTE format('DROP TABLE %I', old);
    EXECUTE format('ALTER TABLE %I RENAME TO %I', old || '_new', old);
    FOR search IN SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = old::regclass
    LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', search.name, left(search.name, -length('_new')));
    END LOOP;
  END LOOP;
END
$$;

-- Written on the primary about every second. A replica that has a beat has everything that was committed before it,
-- however long nothing else was written.
CREATE TABLE heartbeat (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  beaten_at timestamptz NOT NULL
);
INSERT INTO heartbeat (beaten_at) VALUES (clock_timestamp());

-- Raised by every change that takes something from a user, so that a process knows whether credentials that it has read
-- are still good. A key's last use changes nothing.
CREATE TABLE credential_version (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version bigint NOT NULL
);
INSERT INTO credential_version (version) VALUES (1);
CREATE FUNCTION credentials_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE credential_version SET version = version + 1;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION credentials_changed() FROM PUBLIC;
CREATE TRIGGER access_key_changed AFTER DELETE OR UPDATE OF digest, key_id, user_id, expires_at ON access_key
  FOR EACH STATEMENT EXECUTE FUNCTION credentials_changed();
CREATE TRIGGER account_changed AFTER DELETE OR UPDATE OF id, plan, plan_until ON account
  FOR EACH STATEMENT EXECUTE FUNCTION credentials_changed();
