-- The counters of the rate limits, shared by all processes. Its shape is that of the limiter's library.

CREATE TABLE rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
