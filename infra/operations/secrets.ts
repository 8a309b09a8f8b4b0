import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { RENEWED_AFTER_MS, SECRETS_KEPT_MS } from '@recado/shared/secrets/secrets-manager'

/** A deployment's secrets, for changes. */
export interface StoredSecrets {
  /** The secret's text; undefined if it does not exist. */
  read(name: string): Promise<string | undefined>
  write(name: string, text: string): Promise<void>
  /** Time until every process uses a new value, in milliseconds. */
  knownAfterMs: number
  /** Time until processes that sign or see new tokens use a new value, in milliseconds. */
  renewedAfterMs: number
}

/** @param prefix the deployment's prefix of all secret names @param region the deployment's */
export function deployedSecrets(prefix: string, region: string): StoredSecrets {
  const client = new SecretsManagerClient({ region })
  return {
    async read(name) {
      try {
        const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: prefix + name }))
        return SecretString
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return undefined
        throw error
      }
    },
    async write(name, SecretString) {
      await client.send(new PutSecretValueCommand({ SecretId: prefix + name, SecretString }))
    },
    // A little longer than the cache: a request may have started with the old value.
    knownAfterMs: SECRETS_KEPT_MS + 60_000,
    renewedAfterMs: RENEWED_AFTER_MS + 5000,
  }
}

/** @param folder of the local system's keys */
export function localSecrets(folder: string): StoredSecrets {
  const path = (name: string) => join(folder, `${name}.secret`)
  return {
    read: (name) =>
      readFile(path(name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return undefined
      }),
    async write(name, text) {
      // Replaced by a rename, so that readers never see half of it.
      await writeFile(`${path(name)}.new`, text, { mode: 0o600 })
      await rename(`${path(name)}.new`, path(name))
    },
    knownAfterMs: 0,
    renewedAfterMs: 0,
  }
}
