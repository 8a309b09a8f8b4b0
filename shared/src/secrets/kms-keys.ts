import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { KeyContext, Keys } from './keys.ts'

/** Keys in KMS, secrets in Secrets Manager. Secrets are made at deployment, never here. */
export class KmsKeys implements Keys {
  readonly #kms = new KMSClient({})
  readonly #secrets = new SecretsManagerClient({})
  readonly #keyId: string
  readonly #prefix: string

  /** @param secretPrefix the deployment's part of every secret's name */
  constructor(keyId: string, secretPrefix: string) {
    this.#keyId = keyId
    this.#prefix = secretPrefix
  }

  async newDataKey(context: KeyContext) {
    const { Plaintext, CiphertextBlob } = await this.#kms.send(
      new GenerateDataKeyCommand({ KeyId: this.#keyId, KeySpec: 'AES_256', EncryptionContext: context }),
    )
    return { plain: given(Plaintext), wrapped: given(CiphertextBlob) }
  }

  async openDataKey(wrapped: Uint8Array, context: KeyContext): Promise<Uint8Array> {
    const { Plaintext } = await this.#kms.send(
      new DecryptCommand({ KeyId: this.#keyId, CiphertextBlob: wrapped, EncryptionContext: context }),
    )
    return given(Plaintext)
  }

  async secret(name: string): Promise<string> {
    const { SecretString } = await this.#secrets.send(
      new GetSecretValueCommand({ SecretId: this.#prefix + name }),
    )
    return given(SecretString)
  }
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('AWS answered without a value')
  return value
}
