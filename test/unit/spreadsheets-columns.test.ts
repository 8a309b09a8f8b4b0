import { describe, expect, test } from 'vitest'
import { previewOf, requireNumbers } from '../../shared/src/imports/layout.ts'
import { readContacts } from '../../shared/src/imports/read-contacts.ts'
import { all, csv } from '../support/spreadsheets-by-hand.ts'

const [ANA, BIA, CAIO] = ['11987650001', '(21) 98765-0002', '+55 31 98765-0003']
const found = async (...lines: string[]) => {
  const { columns, firstLine, clear } = await previewOf(csv(`${lines.join('\n')}\n`))
  return { columns, firstLine, clear }
}
const NO_NUMBERS = expect.objectContaining({ code: 'ERR_SPREADSHEET_NO_NUMBERS' })

describe('the columns of a spreadsheet', () => {
  test('are found by titles and content: a date is not a name, and a code is not a number', async () => {
    const lines = [
      'Data;Cód;Cliente;Fone',
      `15/03/2024;11912345678;Ana Souza;${ANA}`,
      `16/03/2024;11912345679;Bia;${BIA}`,
    ]
    expect(await found(...lines)).toEqual({ columns: { name: 2, number: 3 }, firstLine: 2, clear: true })
    expect(await all(readContacts(csv(lines.join('\n'))))).toMatchObject([
      { contact: { name: 'Ana Souza', number: '5511987650001' } },
      { contact: { name: 'Bia', number: '5521987650002' } },
    ])
  })

  test.each([
    'fone',
    'Fone:',
    'TEL.',
    'Tel',
    'Cel.',
    'CELULAR',
    'Celular 1',
    'Whatsapp',
    'WhatsApp (cel)',
    'Zap',
    'Contato',
    'Telefone Residencial',
    'Nº Celular',
    'Número de telefone',
    'Número',
    'Nº',
    'N°',
    'Fone/Celular',
    'Telefone do cliente',
    'phone number',
    'Mobile',
    'Teléfono',
    'Movil',
    'DDD + Telefone',
  ])('have their numbers under the title “%s”', async (title) => {
    expect(await found(`Obs;${title};Nome`, `a;${ANA};Ana`, `b;${BIA};Bia`)).toEqual({
      columns: { number: 1, name: 2 },
      firstLine: 2,
      clear: true,
    })
  })

  test.each([
    'nome',
    'NOME',
    'Nome.',
    'Nome completo',
    'Cliente',
    'Razão Social',
    'razao social',
    'Nome Fantasia',
    'Nome do cliente',
    'Nome / Razão Social',
    'Contato',
    'name',
    'Full name',
    'Nombre',
    'Paciente',
    'Aluno',
  ])('have their names under the title “%s”', async (title) => {
    const { columns } = await found(`Cidade;${title};Fone`, `Itu;Ana;${ANA}`, `Itu;Bia;${BIA}`)
    expect(columns).toEqual({ name: 1, number: 2 })
  })

  test.each([
    ['Código do cliente', 'C-1'],
    ['CPF', '111.444.777-35'],
    ['Data', '15/03/2024'],
    ['Cliente', '12345'],
    ['Nome', '2024-03-15'],
    ['Empresa', 'Padaria'],
    ['Vendedor', 'Rui'],
    ['Nome do produto', 'Bolo'],
  ])('have no names under the title “%s” over %s', async (title, value) => {
    const { columns } = await found(`${title};Fone`, `${value};${ANA}`, `${value};${BIA}`)
    expect(columns).toEqual({ number: 1 })
  })

  test('are chosen among several titles by their rows', async () => {
    expect(await found('nome;numero;telefone', `Ana;123;${ANA}`, `Bia;7;${BIA}`)).toMatchObject({
      columns: { name: 0, number: 2 },
      clear: true,
    })
    expect(await found('nome;telefone;celular', `Ana;;${ANA}`, `Bia;;${BIA}`)).toMatchObject({
      columns: { number: 2 },
    })
    expect(await found('nome;telefone;whatsapp', `Ana;${ANA};${BIA}`)).toMatchObject({
      columns: { number: 2 },
    })
    expect(await found('Cliente;Contato;Fone', `Padaria;Ana;${ANA}`)).toMatchObject({
      columns: { name: 0, number: 2 },
    })
    expect(await found('Contato;E-mail', `${ANA};ana@exemplo.test`)).toMatchObject({
      columns: { number: 0, email: 1 },
    })
  })

  test.each([
    ['Nome;Telefone;Celular', `Ana;1133334444;${ANA}`],
    ['Nome;Telefone Fixo;Cel.', `Ana;1133334444;${ANA}`],
    ['First Name;Home Phone;Mobile Phone', `Ana;1133334444;${ANA}`],
    ['Nome;Telefone comercial;Telefone', `Ana;1133334444;${ANA}`],
  ])('have their numbers under the mobile, not the landline, in “%s”', async (titles, row) => {
    expect(await found(titles, row)).toEqual({ columns: { name: 0, number: 2 }, firstLine: 2, clear: true })
  })

  test('take the numbers of a file that has landlines only', async () => {
    expect(await found('Nome;Telefone fixo', 'Ana;1133334444')).toMatchObject({ columns: { number: 1 } })
    await requireNumbers(csv('Nome;Telefone fixo\nAna;123\n'))
  })

  test('hold no kinds of e-mails and numbers, as Google exports them', async () => {
    const titles = 'Name;E-mail 1 - Label;E-mail 1 - Value;Phone 1 - Label;Phone 1 - Value'
    expect(await found(titles, `Ana;;;;${ANA}`, `Bia;;;Mobile;${BIA}`)).toMatchObject({
      columns: { name: 0, email: 2, number: 4 },
      clear: true,
    })
  })

  test('give the first of several values that Google writes into one cell', async () => {
    const titles = 'Name,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value'
    const row = `Ana,ana@exemplo.test ::: a@exemplo.test,Mobile,${ANA} ::: ${BIA}`
    expect(await all(readContacts(csv(`${titles}\n${row}`)))).toMatchObject([
      { contact: { number: '5511987650001', email: 'ana@exemplo.test' } },
    ])
  })

  test('are read below a title line with any words', async () => {
    const lines = ['Lista de clientes WhatsApp', '', 'Fone;Cliente', `${ANA};Ana`, `${BIA};Bia`]
    expect(await found(...lines)).toEqual({ columns: { number: 0, name: 1 }, firstLine: 4, clear: true })
    const read = await all(readContacts(csv(lines.join('\n'))))
    expect(read.map(({ line, kind }) => [line, kind])).toEqual([
      [4, 'contact'],
      [5, 'contact'],
    ])
  })

  test('hold e-mails only with an @, and are found by it under any title', async () => {
    expect(await found('nome;fone;email', `Ana;${ANA};não tem`)).toMatchObject({
      columns: { name: 0, number: 1 },
    })
    expect(await found('nome;fone;Onde escrever', `Ana;${ANA};ana@exemplo.test`)).toMatchObject({
      columns: { name: 0, number: 1, email: 2 },
    })
  })

  test.each(['e-mail', 'Correo', 'Correo electrónico', 'E-mail address'])(
    'hold e-mails under the title %s, also below rows without one',
    async (title) => {
      expect(await found(`nome;fone;${title}`, `Ana;${ANA};`)).toMatchObject({
        columns: { name: 0, number: 1, email: 2 },
      })
    },
  )

  test('belong to no field if they are unsure, and the layout is then unclear', async () => {
    const unknown = await found('Pessoa física;Onde falar;Cor', `Ana;${ANA};azul`, `Bia;${BIA};verde`)
    expect(unknown).toEqual({ columns: { number: 1 }, firstLine: 2, clear: false })
    const elsewhere = await found(`15/03/2024;Ana;${ANA}`, `16/03/2024;Bia;${BIA}`)
    expect(elsewhere).toEqual({ columns: { number: 2 }, firstLine: 1, clear: false })
  })

  test('without a header follow the specified positions, but a date is never the name', async () => {
    expect(await found(`Ana;${ANA};ana@exemplo.test`, `Bia;${BIA};`)).toMatchObject({
      columns: { name: 0, number: 1, email: 2, var1: 3 },
      clear: true,
    })
    const { columns } = await found(`15/03/2024;${ANA}`, `16/03/2024;${BIA}`)
    expect(columns).not.toHaveProperty('name')
    expect(await found(ANA, BIA, CAIO)).toEqual({ columns: { number: 0 }, firstLine: 1, clear: true })
  })

  test('below an unknown header start with the first data row', async () => {
    expect(await found('Pessoa;Fixo', `Ana;${ANA}`, `Bia;${BIA}`)).toMatchObject({ firstLine: 2 })
    const read = await all(readContacts(csv(`Apelido;Linha\nAna;${ANA}\nBia;${BIA}\n`)))
    expect(read.map(({ kind }) => kind)).toEqual(['contact', 'contact'])
  })
})

describe('a spreadsheet imported without named columns', () => {
  test.each([
    ['a sheet of names and cities', 'nome;cidade\nAna;Santos\nBia;Itu\n'],
    ['a number column with words', 'nome;numero\nAna;mil\nBia;dois mil\n'],
    ['an empty number column', 'nome;fone\nAna;\nBia;\n'],
    ['dates and codes', 'Data;Cód;Cliente\n15/03/2024;17;Ana\n'],
    ['a letter', 'Prezados senhores\nsegue a lista\n'],
  ])('is refused with %s', async (_, text) => {
    await expect(requireNumbers(csv(text))).rejects.toEqual(NO_NUMBERS)
  })

  test.each([
    ['numbers', `nome;fone\nAna;${ANA}\n`],
    ['numbers under no title', `${ANA}\n`],
    ['wrong numbers, each refused with its reason', 'nome;fone\nAna;123\n'],
    ['numbers far below', `nome;fone\n${'Ana;\n'.repeat(40)}Bia;${BIA}\n`],
    ['a header alone, which is said when it is read', 'nome;numero\n'],
  ])('is accepted with %s', async (_, text) => {
    await requireNumbers(csv(text))
  })
})
