-- The permissions of each role, and no more. The owner runs it after `migrate up`; it can be repeated.
--   psql "$DATABASE_URL" -f service/store/postgres/grants.sql

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM railbird_service, railbird_operator;

-- The service reads records, and counts for the limits.
GRANT SELECT ON ALL TABLES IN SCHEMA public TO railbird_service;
REVOKE ALL ON audit_log FROM railbird_service;
GRANT INSERT, UPDATE, DELETE ON rate_limit TO railbird_service;

-- An operator's commands (import, keys, plans) write records and accounts; the audit log can only be added to.
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO railbird_operator;
REVOKE ALL ON rate_limit FROM railbird_operator;
REVOKE UPDATE ON audit_log, agreed FROM railbird_operator;
REVOKE INSERT, UPDATE ON schema_version FROM railbird_operator;
GRANT DELETE ON access_key TO railbird_operator;
