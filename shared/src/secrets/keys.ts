/** The owner of a data key; the key opens only for the same context. */
export type KeyContext = Readonly<Record<string, string>>

/**
 * Creates and opens data keys with a key that never leaves its keeper: KMS when deployed, on one machine a folder that
 * only its owner may read.
 */
export interface DataKeys {
  /** A new 256-bit data key, plain and wrapped. The wrapped form may be stored anywhere. */
  newDataKey(context: KeyContext): Promise<{ plain: Uint8Array; wrapped: Uint8Array }>
  /** @throws if the key was made for another context */
  openDataKey(wrapped: Uint8Array, context: KeyContext): Promise<Uint8Array>
}

/** Named secrets: in Secrets Manager when deployed, on one machine in a folder that only its owner may read. */
export interface Secrets {
  /**
   * A secret's values: the first is current, the others are still valid for older data. A missing secret is created
   * with `create`, if this keeper can create secrets.
   */
  secret(name: string, create: () => string | Promise<string>): Promise<[string, ...string[]]>
  /**
   * Lets the next call of `secret` read the value again, if it was read a minute ago or earlier. Call it when a new value
   * is expected.
   */
  renew(name: string): void
}
