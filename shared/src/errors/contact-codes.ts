import type { CodeKinds } from './code-kinds.ts'

/** Codes of contact lists, blocked contacts, groups, imports, exports and data subjects. */
export const CONTACT_CODES = {
  /** The company has no contact list with this id of the type that the call takes. Reload the lists. */
  ERR_NO_CONTACT_LIST_FOUND: ['not-found'],
  /** A campaign that is still to send uses this list. Cancel the campaign or change its list. */
  ERR_CONTACT_LIST_IN_USE: ['conflict'],
  /** There is no contact with this id, among those of the company, of its lists or the blocked ones. Reload the list. */
  ERR_NO_CONTACT_FOUND: ['not-found'],
  /** The contacts, the list, or the blocked contacts have this number already. Change the existing contact. */
  ERR_DUPLICATED_CONTACT: ['conflict'],
  /** The two are one contact already: the same one, or merged before. Choose another one. */
  ERR_SAME_CONTACT: ['conflict'],
  /** There is no merge with this id, or it is older than 90 days. Reload the contact. */
  ERR_NO_MERGE_FOUND: ['not-found'],
  /** The contact has no note with this id that the caller may delete. Reload the contact. */
  ERR_NO_NOTE_FOUND: ['not-found'],
  /** The person opted out, so lifting the block takes a reason. Send `reason`. */
  ERR_REASON_REQUIRED: ['invalid'],
  /** WhatsApp is already being asked about the numbers of this list. Wait for the end, or stop it. */
  ERR_CHECK_RUNNING: ['conflict'],
  /** The company knows no group with this id. Read the groups anew. */
  ERR_NO_GROUP_FOUND: ['not-found'],
  /** There is no import with this id. Reload the list. */
  ERR_NO_IMPORT_FOUND: ['not-found'],
  /** An import is filling this list, so it cannot be deleted. Wait for its end, or cancel the import. */
  ERR_IMPORT_RUNNING: ['conflict'],
  /** The import has ended, so it cannot be cancelled. */
  ERR_IMPORT_ENDED: ['conflict'],
  /** The file of this import has been deleted. Import it again to see its refused rows. */
  ERR_IMPORT_FILE_GONE: ['not-found'],
  /** There is no uploaded file under `uploadId`. Upload the file again. */
  ERR_UPLOAD_MISSING: ['invalid'],
  /** The file is broken, cut off, or no spreadsheet. Save it anew as .xlsx or .csv. */
  ERR_SPREADSHEET_UNREADABLE: ['invalid'],
  /** The spreadsheet is protected by a password. Remove the password. */
  ERR_SPREADSHEET_ENCRYPTED: ['invalid'],
  /** The spreadsheet has too many bytes, rows or columns. Split it. */
  ERR_SPREADSHEET_TOO_LARGE: ['too-large'],
  /** The document is of another kind, such as .ods, .docx or PDF. Save it as .xls, .xlsx or .csv. */
  ERR_SPREADSHEET_UNSUPPORTED: ['invalid'],
  /** The spreadsheet has no rows, or none below its header. Add rows. */
  ERR_SPREADSHEET_EMPTY: ['invalid'],
  /** No column of the spreadsheet has phone numbers. Add one, or name the column in `layout`. */
  ERR_SPREADSHEET_NO_NUMBERS: ['unprocessable'],
  /** No contact with a known number matches the filter. Change the filter. */
  ERR_NOBODY_FOUND: ['unprocessable'],
  /** There is no export with this id that the caller may fetch. Ask for the file again. */
  ERR_NO_EXPORT_FOUND: ['not-found'],
  /** There is no erasure with this id. Reload the list. */
  ERR_NO_ERASURE_FOUND: ['not-found'],
  /** The person's data are still being erased. Wait for the end. */
  ERR_ERASURE_RUNNING: ['conflict'],
} as const satisfies CodeKinds
