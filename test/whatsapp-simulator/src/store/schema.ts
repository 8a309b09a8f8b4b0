/** Raise it when a table changes: worlds in the older layout are then begun anew. */
export const LAYOUT = 2

/** All tables. `WORLD_TABLES` is what a reset empties; the certificate stays, or no client would trust us. */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS certificate (
  root_public_key BLOB NOT NULL,
  static_public_key BLOB NOT NULL,
  static_private_key BLOB NOT NULL,
  chain BLOB NOT NULL
);

CREATE TABLE IF NOT EXISTS account (
  number TEXT PRIMARY KEY,
  lid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  on_whatsapp INTEGER NOT NULL,
  declared INTEGER NOT NULL,
  next_device INTEGER NOT NULL DEFAULT 1
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS phone_identity (
  number TEXT PRIMARY KEY,
  registration_id INTEGER NOT NULL,
  identity_public BLOB NOT NULL,
  identity_private BLOB NOT NULL,
  signed_pre_key_public BLOB NOT NULL,
  signed_pre_key_private BLOB NOT NULL,
  signed_pre_key_signature BLOB NOT NULL,
  next_pre_key INTEGER NOT NULL DEFAULT 1
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS signal_key (
  number TEXT NOT NULL,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (number, type, id)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS companion (
  number TEXT NOT NULL,
  device INTEGER NOT NULL,
  lid TEXT NOT NULL,
  noise_key BLOB NOT NULL,
  identity BLOB NOT NULL,
  registration_id INTEGER NOT NULL,
  signed_pre_key_id INTEGER NOT NULL,
  signed_pre_key BLOB NOT NULL,
  signed_pre_key_signature BLOB NOT NULL,
  history_sent INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (number, device)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS companion_pre_key (
  number TEXT NOT NULL,
  device INTEGER NOT NULL,
  id INTEGER NOT NULL,
  value BLOB NOT NULL,
  PRIMARY KEY (number, device, id)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS message (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  revision INTEGER NOT NULL,
  phone TEXT NOT NULL,
  id TEXT NOT NULL,
  chat TEXT NOT NULL,
  sender TEXT NOT NULL,
  from_me INTEGER NOT NULL,
  type TEXT NOT NULL,
  text TEXT,
  caption TEXT,
  file_name TEXT,
  bytes INTEGER,
  at INTEGER NOT NULL,
  status TEXT NOT NULL,
  addressed_as TEXT NOT NULL,
  content BLOB
);
CREATE INDEX IF NOT EXISTS message_by_phone ON message (phone, seq);
CREATE INDEX IF NOT EXISTS message_by_id ON message (phone, id);
CREATE INDEX IF NOT EXISTS message_unread ON message (phone, chat) WHERE from_me = 0 AND status != 'read';
CREATE INDEX IF NOT EXISTS message_by_revision ON message (revision);

CREATE TABLE IF NOT EXISTS undelivered_stanza (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  number TEXT NOT NULL,
  device INTEGER NOT NULL,
  class TEXT NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  stanza BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS undelivered_by_companion ON undelivered_stanza (number, device, seq);

CREATE TABLE IF NOT EXISTS requested_retry (
  number TEXT NOT NULL,
  device INTEGER NOT NULL,
  id TEXT NOT NULL,
  phone TEXT NOT NULL,
  asked INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  PRIMARY KEY (number, device, id, phone)
) WITHOUT ROWID;
`

export const WORLD_TABLES = [
  'account',
  'phone_identity',
  'signal_key',
  'companion',
  'companion_pre_key',
  'message',
  'undelivered_stanza',
  'requested_retry',
] as const
