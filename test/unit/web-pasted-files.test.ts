import { expect, test } from 'vitest'
import { pastedFiles } from '../../web/src/tickets/attachments/pasted-files.ts'

/** The names of the files of a paste. */
const namesOf = (text: string, ...names: string[]) => {
  const files = names.map((name) => new File(['x'], name)) as Iterable<File> as FileList
  return pastedFiles({ files, getData: (type) => (type === 'text/plain' ? text : '') }).map(
    ({ name }) => name,
  )
}

test('a picture without a text is pasted as a file', () => {
  expect(namesOf('', 'image.png')).toEqual(['image.png'])
  expect(namesOf(' \r\n', 'image.png')).toEqual(['image.png'])
})

test('cells of Excel and words of Word are pasted as text, without their picture', () => {
  expect(namesOf('Pedido\t12\r\nTotal\t340,00\r\n', 'image.png')).toEqual([])
})

test('files copied in the Finder, which adds their names as a text, are pasted as files', () => {
  expect(namesOf('contrato.pdf', 'contrato.pdf')).toEqual(['contrato.pdf'])
  expect(namesOf('foto.png\rcontrato.pdf', 'foto.png', 'contrato.pdf')).toEqual(['foto.png', 'contrato.pdf'])
  // The disk of a Mac may hold an accent as a character of its own.
  expect(namesOf('cotação.pdf', 'cotação.pdf'.normalize('NFD'))).toHaveLength(1)
  expect(namesOf('Segue contrato.pdf', 'contrato.pdf')).toEqual([])
})
