import { nameOf } from '@recado/functions/files/file-name'
import { expect, test } from 'vitest'

test.each([
  ['C:\\fotos\\praia.png', 'praia.png'],
  ['../../etc/passwd', 'passwd'],
  ['a\n../../b.png', 'b.png'],
  ['a\r\n..\\..\\b.png', 'b.png'],
  ['a\u2028/b.png', 'b.png'],
  ['nota\r\nSet-Cookie: x.pdf', 'nota  Set-Cookie  x.pdf'],
  ['\u202efdp.exe', 'fdp.exe'],
  ['pasta/', 'anexo'],
])('a file’s name has no folders and no control characters: %j', (given, name) => {
  expect(nameOf(given)).toBe(name)
})
