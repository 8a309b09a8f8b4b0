import type { CodeKinds } from './code-kinds.ts'

/**
 * Codes that no call answers. They are in the `error` of an import or of a reading of groups, beside some of the other
 * codes, or come from the web client.
 */
export const STATE_CODES = {
  /** A user cancelled the import. Contacts imported so far stay. */
  ERR_IMPORT_CANCELLED: [],
  /** An internal error stopped the import. Import the file again. */
  ERR_IMPORT_LOST: [],
  /** WhatsApp did not answer the request for groups. Read them again in a few minutes. */
  ERR_GROUP_FETCH_FAILED: [],
  /** The reading of groups was interrupted. Read them again. */
  ERR_GROUP_FETCH_LOST: [],
  /** Web client: the server did not answer. Check the internet and try again. */
  ERR_NETWORK: [],
  /** Web client: the way to the server refused the call, for example for too many at once. Try again in a moment. */
  ERR_UNAVAILABLE: [],
  /** Web client: the export ended without a file. Ask for the file again. */
  ERR_EXPORT_FAILED: [],
} as const satisfies CodeKinds
