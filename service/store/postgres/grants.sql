-- The permissions of each role, and no more. The owner runs it after `migrate up`; it can be repeated.
--   psql "$DATABASE_URL" -f service/store/postgres/grants.sql

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM railbird_service, railbird_operator;
-- They act as the owner. A database that was restored without privileges lets everybody call them.
REVOKE EXECUTE ON FUNCTION add_year(text, text), remove_moved(text, text, text, text), credentials_changed()
  FROM PUBLIC;

-- The service reads records, counts for the limits, and counts what users request.
GRANT SELECT ON ALL TABLES IN SCHEMA public TO railbird_service;
REVOKE ALL ON audit_log, imported_file, passkey, invitation, challenge, dashboard_session FROM railbird_service;
GRANT INSERT, UPDATE, DELETE ON rate_limit TO railbird_service;
GRANT INSERT, UPDATE ON usage_count TO railbird_service;
GRANT UPDATE ON heartbeat TO railbird_service;
GRANT UPDATE (last_used_at) ON access_key TO railbird_service;

-- An operator's commands (import, keys, plans) write records and accounts; the audit log can only be added to.
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO railbird_operator;
REVOKE ALL ON rate_limit FROM railbird_operator;
REVOKE UPDATE ON audit_log, agreed, imported_file FROM railbird_operator;
-- A command reads the beat when it asks each server what it is.
REVOKE INSERT, UPDATE ON schema_version, usage_count, credential_version, heartbeat FROM railbird_operator;
GRANT DELETE ON access_key, passkey, invitation, dashboard_session TO railbird_operator;
-- An import makes the partitions of a new year.
GRANT EXECUTE ON FUNCTION add_year(text, text) TO railbird_operator;
-- It removes a race from the day that it was moved from.
GRANT EXECUTE ON FUNCTION remove_moved(text, text, text, text) TO railbird_operator;

-- A process with the dashboard does what the service does, and changes accounts. The role is needed only for that.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'railbird_dashboard') THEN
    REVOKE ALL ON ALL TABLES IN SCHEMA public FROM railbird_dashboard;
    GRANT SELECT ON ALL TABLES IN SCHEMA public TO railbird_dashboard;
    GRANT INSERT, UPDATE, DELETE ON rate_limit, access_key, passkey, invitation, challenge, dashboard_session
      TO railbird_dashboard;
    GRANT INSERT, UPDATE ON usage_count, account TO railbird_dashboard;
    GRANT UPDATE ON heartbeat TO railbird_dashboard;
    GRANT INSERT ON audit_log TO railbird_dashboard;
  END IF;
END $$;
