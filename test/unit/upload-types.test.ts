import { uploadRoutes } from '@recado/shared/uploads/routes'
import { expect, test } from 'vitest'

const accepts = (contentType: string): boolean => {
  const { body } = uploadRoutes.createUpload
  return body.safeParse({ purpose: 'message-media', fileName: 'a.png', contentType, bytes: 10 }).success
}

test('an upload’s content type is one line that a header holds', () => {
  for (const type of ['image/png', 'audio/ogg; codecs=opus', 'text/plain;charset=utf-8', 'a'.repeat(127)])
    expect(accepts(type), type).toBe(true)
  for (const type of ['', 'image/png\r\nX-Other: 1', 'image/png\n', 'imagem/ção', 'a\tb', 'a'.repeat(128)])
    expect(accepts(type), JSON.stringify(type)).toBe(false)
})
