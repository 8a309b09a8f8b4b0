import type { StoredContent } from '@recado/shared/messages/content'
import { excerptOf } from '@recado/shared/search/excerpt'
import { EXCERPT_MAX } from '@recado/shared/search/routes'
import { indexWords, messagesWithWords, wordPartitions } from '@recado/shared/search/word-rows'
import { hasWords, WORDS_MAX, wantedWords, wordsOf } from '@recado/shared/search/words'
import { TenantTable } from '@recado/shared/table/tenant'
import { codePointsOf } from '@recado/shared/text'
import { ticketsOfProtocol } from '@recado/shared/tickets/store/protocol-search'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { aMessage, aTicket } from '../support/builders.ts'
import { hostileStrings } from '../support/hostile-strings.ts'
import { MortalTable } from '../support/mortal-table.ts'

const media = { state: 'READY', mimetype: 'application/pdf', bytes: 10, key: null } as const
const text = (words: string): StoredContent => ({ type: 'text', text: words })

describe('the words of a message', () => {
  test.each<[string, StoredContent, string[]]>([
    ['have no accents and no capitals', text('Não RECEBI o Orçamento!'), ['nao', 'recebi', 'orcamento']],
    ['are the same for an accent of its own character', text('orc\u0327amento'), ['orcamento']],
    ['have three characters at least', text('a de oi sim 12 123'), ['sim', '123']],
    ['count once', text('Boleto, boleto e BOLETO'), ['boleto']],
    ['end at signs', text('nota-fiscal_2026.pdf (cópia)'), ['nota', 'fiscal', '2026', 'pdf', 'copia']],
    ['come from a caption', { type: 'image', caption: 'a fachada', media }, ['fachada']],
    [
      'come from a file name and its caption',
      { type: 'document', fileName: 'contrato.pdf', caption: 'assinado', media },
      ['contrato', 'pdf', 'assinado'],
    ],
    [
      'come from the name of a location',
      { type: 'location', name: 'Padaria Sol', latitude: 1, longitude: 2 },
      ['padaria', 'sol'],
    ],
    [
      'come from the names of contact cards',
      { type: 'contact', contacts: [{ name: 'João Ávila', number: '5511900000000' }] },
      ['joao', 'avila'],
    ],
    [
      'come from a poll’s question and options',
      { type: 'notice', about: 'poll', text: 'Qual sabor?', items: ['Uva', 'Caju'] },
      ['qual', 'sabor', 'uva', 'caju'],
    ],
    ['come from a note', { type: 'note', text: 'cliente antigo', mentions: [] }, ['cliente', 'antigo']],
    ['are none in an event', { type: 'event', kind: 'accepted', by: { id: 'U', name: 'Maria' } }, []],
    ['are none in a deleted message', text(''), []],
    ['of other scripts stay', text('привет Ωμέγα'), ['привет', 'ωμεγα']],
  ])('%s', (_, content, words) => {
    expect(wordsOf(content)).toEqual(words)
  })

  test('are forty at most, and a long one is cut', () => {
    const many = Array.from({ length: 60 }, (_, index) => `palavra${index}`).join(' ')
    expect(wordsOf(text(many))).toHaveLength(WORDS_MAX)
    expect(wordsOf(text('x'.repeat(5000)))).toEqual(['x'.repeat(32)])
    expect(hasWords('x'.repeat(5000), wantedWords('x'.repeat(100)).words)).toBe(true)
  })
})

describe('the words of a search', () => {
  test('under three characters are named as they were typed', () => {
    expect(wantedWords('Os Boletos de NF Os boletos')).toEqual({
      words: ['boletos'],
      shortWords: ['Os', 'de', 'NF'],
    })
    expect(wantedWords('👍 !!')).toEqual({ words: [], shortWords: [] })
  })

  test('find a text that has a word beginning with each of them', () => {
    expect(hasWords('O orçamento da reforma', ['orca', 'ref'])).toBe(true)
    expect(hasWords('O orçamento da reforma', ['orca', 'pint'])).toBe(false)
    expect(hasWords('O orçamento da reforma', ['mento'])).toBe(false)
  })
})

describe('an excerpt', () => {
  test('of a short text is the whole text on one line, with the matching words marked', () => {
    expect(excerptOf('Segue o\n\norçamento: orçamentos e ORÇAS', ['orcam'])).toEqual({
      excerpt: 'Segue o orçamento: orçamentos e ORÇAS',
      matches: [
        [8, 17],
        [19, 29],
      ],
    })
  })

  test('of a long text shows the first match between whole words', () => {
    const long = `${'antes '.repeat(60)}o boleto venceu ${'depois '.repeat(60)}`
    const { excerpt, matches } = excerptOf(long, ['boleto'])
    expect(excerpt).toMatch(/^…(antes )+o boleto venceu (depois )+depois…$/)
    expect(excerpt.length).toBeLessThanOrEqual(EXCERPT_MAX)
    expect(excerpt.length).toBeGreaterThan(EXCERPT_MAX - 20)
    expect(matches.map(([start, end]) => excerpt.slice(start, end))).toEqual(['boleto'])
  })

  test('shows a match inside of a word that is too long', () => {
    const { excerpt, matches } = excerptOf(
      `veja https://loja.test/${'%20'.repeat(90)}-boleto-${'x'.repeat(300)}`,
      ['boleto'],
    )
    expect(excerpt.startsWith('…boleto-xxx')).toBe(true)
    expect(matches).toEqual([[1, 7]])
    const ofLong = excerptOf(`${'antes '.repeat(60)}boleto${'x'.repeat(300)}`, ['boleto'])
    expect(ofLong.excerpt).toMatch(/^…(antes )+boletox+…$/)
    expect(ofLong.matches).toHaveLength(1)
  })

  test('marks a match in every text that has one, and is never too long or broken', () => {
    const filler = fc.string({
      unit: fc.constantFrom('a', ' ', '😀', '👨‍👩‍👧', 'é', 'e\u0301', '\n', '.', 'longo'),
    })
    fc.assert(
      fc.property(filler, filler, fc.constantFrom('boleto', 'Bolêtos', 'BOLETO!'), (before, after, word) => {
        const whole = `${before.repeat(9)} ${word} ${after.repeat(9)}`
        const { excerpt, matches } = excerptOf(whole, ['boleto'])
        expect(codePointsOf(excerpt)).toBeLessThanOrEqual(EXCERPT_MAX)
        expect(excerpt.isWellFormed()).toBe(true)
        expect(matches.length).toBeGreaterThan(0)
        for (const [start, end] of matches) expect(excerpt.slice(start, end)).toMatch(/^bol[eê]to/i)
      }),
    )
  })

  test('of a hostile text marks its own words, and a hostile search finds nothing more', () => {
    for (const hostile of hostileStrings()) {
      const words = wordsOf(text(hostile))
      const { excerpt, matches } = excerptOf(hostile, words)
      expect(codePointsOf(excerpt), hostile).toBeLessThanOrEqual(EXCERPT_MAX)
      expect(matches.length > 0, hostile).toBe(words.length > 0)
      expect(hasWords(hostile, words), hostile).toBe(true)
      for (const word of words) expect(word, hostile).toMatch(/^[\p{L}\p{N}]+$/u)
    }
  })
})

describe('stored words', () => {
  let memory: MortalTable
  let table: TenantTable
  const at = (second: number) =>
    new Date(Date.parse('2026-11-21T12:00:00.000Z') + second * 1000).toISOString()
  const store = (messageId: string, words: string, second: number) =>
    indexWords(table, [
      { connectionId: 'loja', messageId, fromMe: false, at: at(second), ticketId: 'T', content: text(words) },
    ])
  const found = async (...words: string[]) =>
    (await messagesWithWords(table, words)).map(({ messageId }) => messageId)

  beforeEach(() => {
    memory = new MortalTable()
    table = new TenantTable(memory, 'A')
  })

  test('find the newest message first, whichever of its words begins with the wanted one', async () => {
    await store('M1', 'casa', 1)
    await store('M2', 'casado e casamento', 2)
    await store('M3', 'casa casada', 3)
    await store('M4', 'carro', 4)
    expect(await found('cas')).toEqual(['M3', 'M2', 'M1'])
    expect(await found('casa')).toEqual(['M3', 'M2', 'M1'])
    expect(await found('casad')).toEqual(['M3', 'M2'])
    expect(await found('casar')).toEqual([])
  })

  test('are in no partition of a message without a ticket, and each is in a known partition', async () => {
    const message = aMessage({ connectionId: 'loja', chat: 'X', content: text('nada daqui') })
    await indexWords(table, [message])
    expect([...memory.rows(() => true)]).toEqual([])
    await store('M1', 'casa 123 ünder привет 日本語 éé9', 1)
    const partitions = [...memory.rows(() => true)].map(({ pk }) => pk.slice('A#'.length))
    expect(partitions).toHaveLength(6)
    for (const pk of partitions) expect(wordPartitions()).toContain(pk)
  })

  test('of a frequent word are read up to a number, the newest first, and later words are found too', async () => {
    for (let second = 0; second < 1200; second++) await store(`M${second}`, 'bom', second)
    await store('bombeiro', 'bombeiros', 5000)
    const newest = await found('bom')
    expect(newest.length).toBeLessThan(800)
    expect(newest.slice(0, 3)).toEqual(['bombeiro', 'M1199', 'M1198'])
  })

  test('of several are looked up by the rarest', async () => {
    for (let second = 0; second < 600; second++) await store(`M${second}`, 'atendimento', second)
    await store('OLD', 'atendimento ruim', -9000)
    expect(await found('atendimento')).not.toContain('OLD')
    expect(await found('atendimento', 'ruim')).toEqual(['OLD'])
    expect(await found('atendimento', 'nunca')).toEqual([])
  })

  test('of several are looked up by one that is read to its end, also if a longer reading found more rows', async () => {
    for (let second = 0; second < 400; second++) await store(`M${second}`, 'atendimento', second)
    for (let number = 0; number < 340; number++)
      await store(`OLD${number}`, `atendimento produto${number}`, number - 9000)
    expect(await found('atendimento', 'produto')).toHaveLength(340)
  })

  test('of several are looked up by one with many endings before one with many messages', async () => {
    for (let second = 0; second < 400; second++) await store(`M${second}`, 'atendimento', second)
    for (let number = 0; number < 2000; number++)
      await store(`OLD${number}`, `atendimento produto${number}`, number - 9000)
    expect((await found('atendimento', 'produto')).length).toBeGreaterThan(1000)
  })
})

describe('a protocol number', () => {
  test('finds its tickets whole or by its end, newest first', async () => {
    const table = new TenantTable(new MortalTable(), 'A')
    for (const protocol of ['20261121-00041', '20261122-00041', '20261122-00141', '20261122-123456', ''])
      await writeTicket(table, undefined, aTicket({ whatsappId: 'loja', chat: protocol || 'old', protocol }))
    const found = async (typed: string) =>
      (await ticketsOfProtocol(table, typed)).map(({ protocol }) => protocol)
    expect(await found('20261121-00041')).toEqual(['20261121-00041'])
    expect(await found('22-00041')).toEqual(['20261122-00041'])
    for (const end of ['00041', '41', '041'])
      expect(await found(end), end).toEqual(['20261122-00041', '20261121-00041'])
    expect(await found('123456')).toEqual(['20261122-123456'])
    for (const none of ['00042', '1', '-', '-00041', '00041-', '2026-11-22', '5511987654321', 'x'])
      expect(await found(none), none).toEqual([])
  })
})
