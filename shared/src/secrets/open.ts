import { FileKeys } from './file-keys.ts'
import type { Keys } from './keys.ts'
import { KmsKeys } from './kms-keys.ts'

/** The keeper this process is to use: a folder where KEYS_FOLDER is set, otherwise AWS. */
export function openKeys(environment: NodeJS.ProcessEnv = process.env): Keys {
  const { KEYS_FOLDER, KMS_KEY_ID = '', SECRET_PREFIX = '' } = environment
  return KEYS_FOLDER ? new FileKeys(KEYS_FOLDER) : new KmsKeys(KMS_KEY_ID, SECRET_PREFIX)
}
