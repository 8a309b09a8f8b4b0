import { QR_CODES_BEFORE_GIVING_UP } from '@recado/shared/connections/connection'
import { expect, test } from 'vitest'
import { qrCodeWords } from '../../web/src/connections/link/qr-code-words.ts'
import pt from '../../web/src/i18n/pt.json' with { type: 'json' }

test('the words below a QR code say that the first one lasts a minute, and that none follows the last one', () => {
  expect(pt[qrCodeWords(1)]).toContain('1 minuto')
  expect(pt[qrCodeWords(2)]).toContain('a cada 20 segundos')
  expect(qrCodeWords(QR_CODES_BEFORE_GIVING_UP - 1)).toBe(qrCodeWords(2))
  expect(pt[qrCodeWords(QR_CODES_BEFORE_GIVING_UP)]).toContain('o último: vale por 20 segundos')
})
