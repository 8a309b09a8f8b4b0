import type { BinaryNode } from '@whiskeysockets/baileys'
import { stanza } from './stanza.ts'

/** The device logged in elsewhere; Baileys closes with 440. */
export const replaced = (): BinaryNode =>
  stanza('stream:error', {}, [stanza('conflict', { type: 'replaced' })])

/** The account no longer knows the device; Baileys closes with 401. */
export const deviceRemoved = (): BinaryNode =>
  stanza('stream:error', { code: '401' }, [stanza('conflict', { type: 'device_removed' })])

/** The client must reconnect as its new device. Baileys closes with 515. */
export const restartRequired = (): BinaryNode => stanza('stream:error', { code: '515' })

/** The server fails. Baileys closes with the same code. */
export const failed = (code: number): BinaryNode => stanza('stream:error', { code: String(code) })

/**
 * The login is refused. Baileys closes with `reason`: 401 for an unknown device, 403 for a banned account.
 * `expire`: remaining seconds of a temporary ban (402) (whatsmeow connectionevents.go).
 */
export const loginRefused = (reason: number, expire?: number): BinaryNode =>
  stanza('failure', { reason: String(reason), location: 'simulator', expire: expire?.toString() })
