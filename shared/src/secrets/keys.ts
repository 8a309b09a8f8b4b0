/** What a data key belongs to; it opens for this and nothing else. */
export type KeyContext = Readonly<Record<string, string>>

/**
 * Keys that never leave their keeper: data keys are made and opened here, and named secrets are read.
 * Deployed it is KMS and Secrets Manager, on one machine a folder only its owner may read.
 */
export interface Keys {
  /** A new 256-bit data key, plain and wrapped. The wrapped form may be stored anywhere. */
  newDataKey(context: KeyContext): Promise<{ plain: Uint8Array; wrapped: Uint8Array }>
  /** @throws where the key was made for another context */
  openDataKey(wrapped: Uint8Array, context: KeyContext): Promise<Uint8Array>
  /** A secret's text; made by `create` where it does not exist and this keeper can make it. */
  secret(name: string, create: () => string): Promise<string>
}
