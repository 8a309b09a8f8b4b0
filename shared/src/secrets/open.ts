import { FileKeys } from './file-keys.ts'
import type { Secrets } from './keys.ts'
import { SecretsManagerSecrets } from './secrets-manager.ts'

/** The keeper of secrets for this process: a folder if KEYS_FOLDER is set, otherwise AWS. */
export function openSecrets({ KEYS_FOLDER, SECRET_PREFIX = '' }: NodeJS.ProcessEnv = process.env): Secrets {
  return KEYS_FOLDER ? new FileKeys(KEYS_FOLDER) : new SecretsManagerSecrets(SECRET_PREFIX)
}
