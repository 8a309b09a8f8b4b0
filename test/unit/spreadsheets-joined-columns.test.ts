import { type ImportPreview, sheetLayout } from '@recado/shared/imports/import'
import { describe, expect, test } from 'vitest'
import { previewOf, requireNumbers } from '../../shared/src/imports/layout.ts'
import { readContacts } from '../../shared/src/imports/read-contacts.ts'
import { all, csv } from '../support/spreadsheets-by-hand.ts'

const ANA = '11987650001'
const found = async (...lines: string[]): Promise<ImportPreview['columns'] & { clear: boolean }> => {
  const { columns, clear } = await previewOf(csv(lines.join('\n')))
  return { ...columns, clear }
}
const contactsOf = (...lines: string[]) => all(readContacts(csv(lines.join('\n'))))
const nameOf = async (...lines: string[]) => {
  const [row] = await contactsOf(...lines)
  return row?.kind === 'contact' ? row.contact.name : undefined
}
const numberOf = async (areaCode: string, number: string) => {
  const [row] = await contactsOf('Nome;DDD;Telefone', `Ana;${areaCode};"${number}"`, `Bia;21;${ANA}`)
  return row?.kind === 'contact' ? row.contact.number : row?.reason
}

describe('a column of surnames', () => {
  test.each([
    'Nome;Sobrenome;Telefone',
    'First Name;Last Name;Phone Number',
    'Nombre;Apellido;Móvil',
    'Nombre;Apellidos;Móvil',
    'Given name;Family name;Mobile',
    'Primeiro nome;Último nome;Celular',
    'firstname;lastname;phone',
    'Nombre;Primer apellido;Celular',
    'Nome do cliente;Sobrenome do cliente;Fone',
  ])('is shown and joined to the name under the titles “%s”', async (titles) => {
    const row = `Ana Paula;Souza;${ANA}`
    expect(await found(titles, row)).toEqual({ name: 0, surname: 1, number: 2, clear: true })
    expect(await nameOf(titles, row)).toBe('Ana Paula Souza')
  })

  test('is found in the contacts of Google, and the preview shows their numbers', async () => {
    const titles =
      'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value'
    const row = `Ana,,Souza,,,,,,,,,,,,,,* myContacts,,ana@exemplo.test,Mobile,${ANA}`
    const preview = await previewOf(csv(`${titles}\n${row}\n`))
    expect(preview).toMatchObject({ columns: { name: 0, surname: 2, email: 18, number: 20 }, clear: true })
    expect(preview.rows.map(({ cells }) => cells[20])).toEqual(['Phone 1 - Value', ANA])
    expect(await nameOf(titles, row)).toBe('Ana Souza')
  })

  test.each([
    ['Ana', '', 'Ana'],
    ['', 'Souza', 'Souza'],
    ['Ana Souza', 'souza', 'Ana Souza'],
    ['Ana Desouza', 'Souza', 'Ana Desouza Souza'],
  ])('with the name “%s” and the surname “%s” gives “%s”', async (name, surname, whole) => {
    expect(await nameOf('Nome;Sobrenome;Fone', `${name};${surname};${ANA}`)).toBe(whole)
  })

  test('makes the row shortened if both are longer together than a name', async () => {
    const rows = await contactsOf(
      'Nome;Sobrenome;Fone',
      `${'a'.repeat(30)};${'b'.repeat(30)};${ANA}`,
      `${'a'.repeat(25)};${'b'.repeat(24)};${ANA}`,
    )
    expect(rows).toMatchObject([
      { contact: { name: `${'a'.repeat(30)} ${'b'.repeat(19)}` }, isShortened: true },
      { contact: { name: `${'a'.repeat(25)} ${'b'.repeat(24)}` } },
    ])
    expect(rows[1]).not.toHaveProperty('isShortened')
  })

  test.each([
    ['Nome e sobrenome', { name: 0 }],
    ['Nombre y apellidos', { name: 0 }],
    ['Sobrenome', {}],
    ['Último contato', {}],
  ])('is not what “%s” alone names', async (title, columns) => {
    expect(await found(`${title};Fone`, `Ana Souza;${ANA}`)).toEqual({ ...columns, number: 1, clear: true })
  })

  test('is not the name of another person, nor a second surname', async () => {
    expect(await found('Nome;Nome do último contato;Segundo apellido;Fone', `Ana;Rui;Lima;${ANA}`)).toEqual({
      name: 0,
      number: 3,
      clear: true,
    })
  })
})

describe('a column of area codes', () => {
  test.each([
    ['Nome;DDD;Telefone', 'Ana;11;98765-0001', { name: 0, areaCode: 1, number: 2 }],
    ['Nome;Celular;DDD', 'Ana;987650001;11', { name: 0, areaCode: 2, number: 1 }],
    ['ddd_celular;celular;nome', '011;987650001;Ana', { name: 2, areaCode: 0, number: 1 }],
    ['Nome;DDD;Fixo;DDD;Celular', 'Ana;21;33334444;11;987650001', { name: 0, areaCode: 3, number: 4 }],
    ['Nome;DDD;Celular;DDD;Telefone', 'Ana;11;987650001;21;33334444', { name: 0, areaCode: 1, number: 2 }],
  ])('is found and read under “%s” over %s', async (titles, row, columns) => {
    expect(await found(titles, row)).toEqual({ ...columns, clear: true })
    expect(await contactsOf(titles, row)).toMatchObject([
      { contact: { name: 'Ana', number: '5511987650001' } },
    ])
    await requireNumbers(csv(`${titles}\n${row}`))
  })

  test('is no column of area codes if its rows are whole numbers or no area codes', async () => {
    expect(await found('Nome;DDD + Telefone', `Ana;${ANA}`)).toEqual({ name: 0, number: 1, clear: true })
    expect(await found('Nome;DDD;Fone', `Ana;20;${ANA}`)).toEqual({ name: 0, number: 2, clear: true })
  })

  test.each([
    ['11', '98765-0001', '5511987650001'],
    ['011', '987650001', '5511987650001'],
    ['(11)', '3333-4444', '551133334444'],
    ['55', '98765-0001', '5555987650001'],
    ['11', '(21) 98765-0002', '5521987650002'],
    ['11', '+351 912 345 678', '351912345678'],
    ['11', '+290 23456', '29023456'],
    ['11', '3333-444 / 98765-0001', '5511987650001'],
    ['20', '98765-0001', 'NUMBER_INVALID'],
    ['', '98765-0001', 'NUMBER_INVALID'],
    ['11', '9876-000', 'NUMBER_INVALID'],
    ['11', '', 'NUMBER_EMPTY'],
  ])('with “%s” beside “%s” gives %s', async (areaCode, number, result) => {
    expect(await numberOf(areaCode, number)).toBe(result)
  })

  test('is in the number of a refused row, which has no column for it', async () => {
    expect(await contactsOf('Nome;DDD;Fone', 'Ana;11;9876-000', 'Bia;21;987650002')).toMatchObject([
      { kind: 'refused', written: { number: '(11) 9876-000' } },
      { kind: 'contact' },
    ])
  })
})

test('a layout may have columns of surnames and area codes, and one without them is read as before', async () => {
  const file = csv('Ana;Souza;11;98765-0001;11987650002\n')
  const read = (columns: object) => all(readContacts(file, sheetLayout.parse({ columns, firstLine: 1 })))
  expect(await read({ name: 0, surname: 1, number: 3, areaCode: 2 })).toMatchObject([
    { contact: { name: 'Ana Souza', number: '5511987650001' } },
  ])
  expect(await read({ name: 0, number: 4 })).toMatchObject([
    { contact: { name: 'Ana', number: '5511987650002' } },
  ])
})
