import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { SECRETS_KEPT_MS } from '@recado/shared/secrets/secrets-manager'

/** The secrets of a deployment, to be changed. */
export interface StoredSecrets {
  /** Its text; undefined where there is no such secret. */
  read(name: string): Promise<string | undefined>
  write(name: string, text: string): Promise<void>
  /** After this time everybody knows what was written, in milliseconds. */
  knownAfterMs: number
}

/** @param prefix the deployment's part of every secret's name */
export function deployedSecrets(prefix: string): StoredSecrets {
  const client = new SecretsManagerClient({})
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
    // A little more than what is kept: a request may have begun with the old one.
    knownAfterMs: SECRETS_KEPT_MS + 60_000,
  }
}

/** @param folder the local system's keys */
export function localSecrets(folder: string): StoredSecrets {
  const path = (name: string) => join(folder, `${name}.secret`)
  return {
    read: (name) => readFile(path(name), 'utf8').catch(() => undefined),
    async write(name, text) {
      // Nobody ever reads half of it.
      await writeFile(`${path(name)}.new`, text, { mode: 0o600 })
      await rename(`${path(name)}.new`, path(name))
    },
    knownAfterMs: 0,
  }
}
