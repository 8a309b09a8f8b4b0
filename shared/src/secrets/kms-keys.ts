import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms'
import { givesUp } from '../aws-requests.ts'
import { givenByAws } from './given.ts'
import type { DataKeys, KeyContext } from './keys.ts'

/** Data keys made and opened by KMS. */
export class KmsKeys implements DataKeys {
  readonly #kms = new KMSClient({ requestHandler: givesUp() })
  readonly #keyId: string

  constructor(keyId: string) {
    this.#keyId = keyId
  }

  async newDataKey(context: KeyContext) {
    const { Plaintext, CiphertextBlob } = await this.#kms.send(
      new GenerateDataKeyCommand({ KeyId: this.#keyId, KeySpec: 'AES_256', EncryptionContext: context }),
    )
    return { plain: givenByAws(Plaintext), wrapped: givenByAws(CiphertextBlob) }
  }

  async openDataKey(wrapped: Uint8Array, context: KeyContext): Promise<Uint8Array> {
    const { Plaintext } = await this.#kms.send(
      new DecryptCommand({ KeyId: this.#keyId, CiphertextBlob: wrapped, EncryptionContext: context }),
    )
    return givenByAws(Plaintext)
  }
}
