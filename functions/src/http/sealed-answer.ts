import { hkdfSync } from 'node:crypto'
import { seal, unseal } from '@recado/shared/secrets/seal'

const KEY_BYTES = 32
const CONTEXT = 'remembered-answer'

/**
 * Seals an answer with a key derived from the client's Idempotency-Key. Only that key's digest is stored, so a reader of
 * the table cannot open the answer, if the client's key is random.
 * @returns base64
 */
export const sealAnswer = (idempotencyKey: string, answer: string): string =>
  Buffer.from(seal(keyFrom(idempotencyKey), Buffer.from(answer), CONTEXT)).toString('base64')

/** @throws SealBroken for another Idempotency-Key */
export const openAnswer = (idempotencyKey: string, sealed: string): string =>
  Buffer.from(unseal(keyFrom(idempotencyKey), Buffer.from(sealed, 'base64'), CONTEXT)).toString()

const keyFrom = (idempotencyKey: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', idempotencyKey, '', CONTEXT, KEY_BYTES))
