import { expect, test } from 'vitest'
import { initialsOf } from '../../web/src/ui/initials.ts'

test.each([
  ['Ana Lima', 'AL'],
  ['ana maria braga', 'AM'],
  ['Duda', 'DU'],
  ['Maria 🌻 da Conceição', 'MD'],
  ['Zé 🌵', 'ZÉ'],
  ['José "Zé" O’Brien', 'JZ'],
  ['(Loja) Jardim', 'LJ'],
  ['E\u0301lia', 'E\u0301L'],
  ['李 小龙', '李小'],
  ['5511961110000', ''],
  ['🌵🌵', ''],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
