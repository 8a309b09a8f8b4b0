import { QR_CODES_BEFORE_GIVING_UP } from '@recado/shared/connections/connection'
import type { TextKey } from '../../i18n/index.ts'

/**
 * The text that says how long a QR code is valid. WhatsApp's library shows the first one for 60 seconds, the others for
 * 20 seconds each. None follows the last one.
 * @param number place of the code, from 1
 */
export function qrCodeWords(number: number): TextKey {
  if (number === 1) return 'connections.link.firstCode'
  return number < QR_CODES_BEFORE_GIVING_UP ? 'connections.link.nextCode' : 'connections.link.lastCode'
}
