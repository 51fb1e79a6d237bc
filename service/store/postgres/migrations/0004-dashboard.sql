-- The dashboard: who is an operator, when keys end and were last used, passkeys, one-time links, sessions, and what each
-- user requested per day. Secrets are stored as digests.

ALTER TABLE account ADD COLUMN role text;
ALTER TABLE access_key ADD COLUMN expires_at text;
ALTER TABLE access_key ADD COLUMN last_used_at text;
CREATE INDEX audit_log_user ON audit_log (user_id);

CREATE TABLE passkey (
  id text PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text NOT NULL,
  made_at text NOT NULL,
  last_used_at text
);
CREATE INDEX passkey_user ON passkey (user_id);

CREATE TABLE invitation (
  digest bytea PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  expires_at text NOT NULL
);

CREATE TABLE challenge (
  digest bytea PRIMARY KEY,
  invitation bytea,
  expires_at text NOT NULL
);

CREATE TABLE dashboard_session (
  digest bytea PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  started_at text NOT NULL,
  seen_at text NOT NULL
);

CREATE TABLE usage_count (
  user_id text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  outcome text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (user_id, day, outcome)
);
CREATE INDEX usage_count_day ON usage_count (day);
