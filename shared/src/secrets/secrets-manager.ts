import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { givesUp } from '../aws-requests.ts'
import { givenByAws } from './given.ts'
import type { Secrets } from './keys.ts'
import { secretValues } from './values.ts'

/** All processes know a new value after this time, in milliseconds: rotation waits for it. */
export const SECRETS_KEPT_MS = 5 * 60_000

/** A value that was read longer ago may be renewed, in milliseconds: a rotation at once waits for it. */
export const RENEWED_AFTER_MS = 60_000

type Values = [string, ...string[]]

/** A value that was read. Moments are milliseconds since 1970. */
interface Kept {
  until: number
  renewableFrom: number
  values: Promise<Values>
}

/** Secrets in Secrets Manager. They are created at deployment, never here. */
export class SecretsManagerSecrets implements Secrets {
  readonly #client = new SecretsManagerClient({ requestHandler: givesUp() })
  readonly #prefix: string
  readonly #now: () => number
  readonly #kept = new Map<string, Kept>()

  /** @param prefix the deployment's part of every secret's name */
  constructor(prefix: string, now = Date.now) {
    this.#prefix = prefix
    this.#now = now
  }

  secret(name: string): Promise<Values> {
    const kept = this.#kept.get(name)
    if (kept && this.#now() < kept.until) return kept.values
    const values = this.#read(name)
    const now = this.#now()
    this.#kept.set(name, { until: now + SECRETS_KEPT_MS, renewableFrom: now + RENEWED_AFTER_MS, values })
    // A failed read is repeated by the next caller.
    values.catch(() => this.#kept.delete(name))
    return values
  }

  renew(name: string): void {
    const kept = this.#kept.get(name)
    const now = this.#now()
    if (!kept || now < kept.renewableFrom) return
    // A renewal that fails changes nothing. The next usual read reports the error.
    const values = this.#read(name).catch(() => kept.values)
    this.#kept.set(name, { until: kept.until, renewableFrom: now + RENEWED_AFTER_MS, values })
  }

  async #read(name: string): Promise<Values> {
    const { SecretString } = await this.#client.send(
      new GetSecretValueCommand({ SecretId: this.#prefix + name }),
    )
    return secretValues(givenByAws(SecretString))
  }
}
