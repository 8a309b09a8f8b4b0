import { imageTypeOf } from '@recado/functions/announcements/image-type'
import { toEverybody } from '@recado/shared/realtime/events'
import { framesOf } from '@recado/shared/realtime/frames'
import { describe, expect, test } from 'vitest'

test('an announcement for all companies is published on the one channel without a company', () => {
  expect(framesOf({ ...toEverybody('delete', { id: 'A1' }), companyId: 'C1' }, false)).toEqual([
    { channel: 'company-announcement', action: 'delete', id: 'A1' },
  ])
})

describe('an image', () => {
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))

  test.each([
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0', 'image/png'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', undefined],
    ['\x89PNG\n\n\x1a\n\0\0\0\rIHDR', undefined],
    ['\xff\xd8', undefined],
    ['GIF89a', undefined],
    ['<svg/>', undefined],
    ['', undefined],
  ])('gets its type from its first bytes: %j', (text, type) => {
    expect(imageTypeOf(bytes(text))).toBe(type)
  })
})
