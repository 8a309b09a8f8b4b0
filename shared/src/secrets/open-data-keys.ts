import { FileKeys } from './file-keys.ts'
import type { DataKeys } from './keys.ts'
import { KmsKeys } from './kms-keys.ts'

/** The keeper of data keys for this process: a folder if KEYS_FOLDER is set, otherwise AWS. */
export function openDataKeys({ KEYS_FOLDER, KMS_KEY_ID = '' }: NodeJS.ProcessEnv = process.env): DataKeys {
  return KEYS_FOLDER ? new FileKeys(KEYS_FOLDER) : new KmsKeys(KMS_KEY_ID)
}
