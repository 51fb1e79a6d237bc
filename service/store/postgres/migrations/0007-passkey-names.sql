-- What a user calls a passkey, such as the name of its device.

ALTER TABLE passkey ADD COLUMN name text;
