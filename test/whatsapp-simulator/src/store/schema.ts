/** Raise it when a table changes: worlds in an older layout are then deleted. */
export const LAYOUT = 6

/**
 * All tables. `WORLD_TABLES` are those that a reset empties. The certificate stays, or no client would trust us.
 */
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
  hides_number INTEGER NOT NULL DEFAULT 0,
  next_device INTEGER NOT NULL DEFAULT 1
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS former_lid (
  lid TEXT PRIMARY KEY,
  number TEXT NOT NULL
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
  description TEXT NOT NULL,
  at INTEGER NOT NULL,
  status TEXT NOT NULL,
  addressed_as TEXT NOT NULL,
  addressing TEXT NOT NULL,
  content BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS message_by_phone ON message (phone, seq);
CREATE INDEX IF NOT EXISTS message_by_id ON message (id, phone);
CREATE INDEX IF NOT EXISTS message_by_chat ON message (phone, chat);
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

CREATE TABLE IF NOT EXISTS chat_group (
  id TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  subject_at INTEGER NOT NULL,
  description TEXT NOT NULL,
  owner TEXT NOT NULL,
  addressing TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  only_admins INTEGER NOT NULL,
  is_community INTEGER NOT NULL,
  disappears_after INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS group_member (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  group_id TEXT NOT NULL,
  number TEXT NOT NULL,
  rank TEXT NOT NULL,
  hidden INTEGER NOT NULL,
  UNIQUE (group_id, number)
);
CREATE INDEX IF NOT EXISTS group_by_member ON group_member (number);

CREATE TABLE IF NOT EXISTS sender_key_holder (
  group_id TEXT NOT NULL,
  author TEXT NOT NULL,
  number TEXT NOT NULL,
  device INTEGER NOT NULL,
  PRIMARY KEY (group_id, author, number, device)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS privacy_token (
  giver TEXT NOT NULL,
  holder TEXT NOT NULL,
  token BLOB NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (giver, holder)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS address_book (
  owner TEXT NOT NULL,
  number TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (owner, number)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS address_book_state (
  owner TEXT PRIMARY KEY,
  key_id BLOB NOT NULL,
  key_data BLOB NOT NULL,
  state TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS address_book_patch (
  owner TEXT NOT NULL,
  version INTEGER NOT NULL,
  patch BLOB NOT NULL,
  PRIMARY KEY (owner, version)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS fault (
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  fault TEXT NOT NULL,
  PRIMARY KEY (kind, subject)
) WITHOUT ROWID;
`

export const WORLD_TABLES = [
  'account',
  'former_lid',
  'phone_identity',
  'signal_key',
  'companion',
  'companion_pre_key',
  'message',
  'undelivered_stanza',
  'requested_retry',
  'chat_group',
  'group_member',
  'sender_key_holder',
  'privacy_token',
  'address_book',
  'address_book_state',
  'address_book_patch',
  'fault',
] as const
