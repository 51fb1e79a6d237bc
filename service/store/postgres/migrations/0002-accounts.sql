-- Who may ask: users with their plans, digests of keys, and the log of what was done to them. A key without a user is
-- the application's; of two, the one with the higher number is the current one.

CREATE TABLE account (
  id text COLLATE "C" PRIMARY KEY,
  plan text,
  plan_until text
);

CREATE TABLE access_key (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest bytea NOT NULL UNIQUE,
  key_id text NOT NULL UNIQUE,
  user_id text COLLATE "C" REFERENCES account (id) ON DELETE CASCADE,
  issued_at text
);
CREATE INDEX access_key_user ON access_key (user_id);

CREATE TABLE audit_log (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at text NOT NULL,
  operator text NOT NULL,
  action text NOT NULL,
  user_id text,
  key_id text,
  detail text
);
CREATE FUNCTION audit_log_is_only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is only ever added to';
END
$$;
CREATE TRIGGER audit_log_stays BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION audit_log_is_only_added_to();

-- What all processes in front of this database must agree on.
CREATE TABLE agreed (
  name text PRIMARY KEY,
  value text NOT NULL
);
