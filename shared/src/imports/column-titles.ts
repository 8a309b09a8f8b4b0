import type { ColumnRole } from './import.ts'

/** A field that a column may hold by its title. Of several columns for one field, the lowest rank comes first. */
export interface TitledField {
  field: ColumnRole
  rank: number
}

/**
 * The possible fields of a column by its title, in Portuguese, English or Spanish. Case, accents, dots and word order
 * do not count. `other`: the title names something else than a name or a number to write to. Empty: it is unknown.
 */
export function fieldsOfTitle(title: string): readonly TitledField[] | 'other' {
  if (title.length > LONGEST_TITLE) return []
  const words = wordsOf(title)
  const said = words.filter((word) => !FILLERS.has(word))
  if (said.length === 0) return []
  const variable = VARIABLES.get(words.join(''))
  if (variable) return [{ field: variable, rank: 0 }]
  // Google exports two columns for each e-mail and number: "E-mail 1 - Label" (or "Type") and "E-mail 1 - Value".
  if (said.some((word) => LABEL.has(word))) return 'other'
  if (said.some((word) => EMAIL.has(word))) return [{ field: 'email', rank: 0 }]
  if (said.some((word) => OTHER.has(word))) return 'other'
  const number = rankOfNumber(said)
  if (number !== undefined) {
    // "DDD celular" may mean the area code of a mobile or the whole number: the rows decide.
    const areaCode = said.includes('ddd') ? [{ field: 'areaCode', rank: 0 } as const] : []
    return [{ field: 'number', rank: number }, ...areaCode]
  }
  // "Contact" may mean a person or a number: the rows decide.
  if (said.every((word) => CONTACT.has(word)))
    return [
      { field: 'number', rank: LAST_NUMBER },
      { field: 'name', rank: 4 },
    ]
  if (isSurname(said)) return [{ field: 'surname', rank: 0 }]
  const name = rankOfName(said)
  return name === undefined ? [] : [{ field: 'name', rank: name }]
}

/** A longer text is not a title, and is not parsed. */
const LONGEST_TITLE = 100

function wordsOf(title: string): string[] {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** The highest rank of titles that can only mean a phone number. */
export const SURE_NUMBER = 3
const LAST_NUMBER = 5

/** WhatsApp is on mobiles: a file with a mobile and a landline has its numbers under the mobile. */
function rankOfNumber(words: string[]): number | undefined {
  if (words.some((word) => WHATSAPP.has(word))) return 0
  if (words.some((word) => MOBILE.has(word))) return 1
  if (words.some((word) => PHONE.has(word))) return words.some((word) => LANDLINE.has(word)) ? SURE_NUMBER : 2
  if (!words.every((word) => NUMBER.has(word))) return undefined
  return words.some((word) => word.length > SHORT) ? 1 : 4
}

/** "Sobrenome", "Primer apellido" or "Last name", but not "Nome e sobrenome". */
function isSurname(words: string[]): boolean {
  if (words.some((word) => SURNAME.has(word)))
    return words.every((word) => SURNAME.has(word) || FIRST.has(word) || PERSON.has(word))
  return words.some((word) => LAST.has(word)) && words.every((word) => LAST.has(word) || NAME.has(word))
}

function rankOfName(words: string[]): number | undefined {
  if (!words.every((word) => NAME.has(word) || OF_NAME.has(word) || SURNAME.has(word))) return undefined
  if (words.some((word) => NAME.has(word))) return words.length === 1 ? 0 : 1
  if (words.includes('fantasia') || (words.includes('razao') && words.includes('social'))) return 3
  return words.some((word) => PERSON.has(word)) ? 2 : undefined
}

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== '')
const set = (text: string) => new Set(wordsIn(text))

const FILLERS = set('de do da dos das o a e y and para p com seu sua del la el the of for 1')
const VARIABLES = new Map<string, ColumnRole>([
  ['var1', 'var1'],
  ['var2', 'var2'],
  ['var3', 'var3'],
])
const EMAIL = set('email emails mail mails correio correo correos')
const WHATSAPP = set('whatsapp whatsap watsapp whats wats wpp zap zapzap wa')
const MOBILE = set('cel celular celulares mobile movil cellphone')
const PHONE = set('fone fones tel telefone telefones telefono telefonos phone phones')
const LANDLINE = set('fixo fijo residencial residencia comercial trabalho home business work company')
const LABEL = set('label labels type tipo rotulo')
const NUMBER = set('numero numeros number numbers num nro nr no n ddd')
/** Titles such as "nº" and "num" more often count rows or houses. */
const SHORT = 3
const CONTACT = set('contato contatos contacto contactos contact contacts')
const NAME = set('nome nomes name names nombre nombres firstname')
const SURNAME = set('sobrenome sobrenomes apellido apellidos surname surnames lastname')
const LAST = set('last ultimo family familia')
const FIRST = set('first primeiro primer given')
const PERSON = set(
  'cliente clientes customer client aluno aluna alunos paciente pacientes fornecedor destinatario responsavel pessoa lead membro associado convidado titular',
)
const OF_NAME = new Set([
  ...PERSON,
  ...CONTACT,
  ...FIRST,
  ...set('completo completa full social razao fantasia principal'),
])
const OTHER = set(
  `cod codigo code id ids cpf cnpj rg ie pis doc documento data date datas dt dia mes ano hora nascimento nasc
  aniversario idade sexo valor valores preco total saldo debito parcela cep endereco rua bairro cidade uf estado pais
  complemento matricula pedido contrato nota nf protocolo status situacao vencimento venc obs observacao observacoes
  produto plano vendedor conta agencia item qtd quantidade sku placa serie lote senha empresa setor cargo origem`,
)
