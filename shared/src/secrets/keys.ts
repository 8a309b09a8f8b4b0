/** What a data key belongs to; it opens for this and nothing else. */
export type KeyContext = Readonly<Record<string, string>>

/**
 * Data keys are made and opened here, by a key that never leaves its keeper: deployed it is KMS, on one machine a
 * folder only its owner may read.
 */
export interface DataKeys {
  /** A new 256-bit data key, plain and wrapped. The wrapped form may be stored anywhere. */
  newDataKey(context: KeyContext): Promise<{ plain: Uint8Array; wrapped: Uint8Array }>
  /** @throws where the key was made for another context */
  openDataKey(wrapped: Uint8Array, context: KeyContext): Promise<Uint8Array>
}

/** Named secrets: deployed they stand in Secrets Manager, on one machine in a folder only its owner may read. */
export interface Secrets {
  /**
   * A secret's values: the first is the one in use, the others are still good for what was made with them. Where there
   * is none and this keeper can make it, it is what `create` gives.
   */
  secret(name: string, create: () => string | Promise<string>): Promise<[string, ...string[]]>
}
