-- The files that `import --watch` has published, each once: the digest of its bytes, and the table it went into.

CREATE TABLE imported_file (
  digest text NOT NULL,
  table_code text NOT NULL,
  name text NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (digest, table_code)
);
