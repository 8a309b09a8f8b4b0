import { NOTICE_TEXTS } from '@recado/shared/data-subjects/notice-texts'
import { type Content, content, NOTICES } from '@recado/shared/messages/content'
import { expect, test } from 'vitest'
import en from '../../web/src/i18n/en.json' with { type: 'json' }
import es from '../../web/src/i18n/es.json' with { type: 'json' }
import pt from '../../web/src/i18n/pt.json' with { type: 'json' }
import { contentWords } from '../../web/src/messages/content-words.ts'
import { failureWords } from '../../web/src/messages/failure-words.ts'

const media = { state: 'READY' as const, mimetype: '', bytes: 1, key: null }
const inPortuguese = (of: Content) => contentWords(of, (key) => pt[key])

test.each<[Content, string]>([
  [{ type: 'text', text: 'Oi' }, 'Oi'],
  [{ type: 'text', text: '*Caio:*\n_Oi *você*_, ```a*b*```, 2*3*4' }, 'Caio:\nOi você, a*b*, 2*3*4'],
  [{ type: 'image', caption: '', media }, 'Foto'],
  [{ type: 'image', caption: 'Olha', media }, 'Olha'],
  [{ type: 'video', caption: '', media }, 'Vídeo'],
  [{ type: 'audio', voice: true, seconds: 1, media }, 'Mensagem de voz'],
  [{ type: 'audio', voice: false, seconds: 1, media }, 'Áudio'],
  [{ type: 'document', fileName: 'a.pdf', caption: '', media }, 'a.pdf'],
  [{ type: 'sticker', media }, 'Figurinha'],
  [{ type: 'location', latitude: 1, longitude: 2, name: 'Loja' }, 'Localização: Loja'],
  [{ type: 'contact', contacts: [{ name: 'Ana', number: '1' }] }, 'Contato: Ana'],
  [{ type: 'reaction', target: 'M', emoji: '👍' }, '👍'],
  [{ type: 'edit', target: 'M', text: 'Oi' }, 'Oi'],
  [{ type: 'delete', target: 'M' }, ''],
  [
    { type: 'notice', about: 'poll', text: 'Qual dia?', items: ['Sexta', 'Sábado'] },
    'Enquete: Qual dia? · Sexta · Sábado',
  ],
  [
    { type: 'notice', about: 'unreadable', text: '', items: [] },
    'Esta mensagem não pôde ser lida; veja no celular',
  ],
  [{ type: 'unsupported', kind: 'x' }, 'Mensagem de um tipo que não é mostrado aqui; veja no celular'],
])('%j has a text', (of, words) => {
  expect(content.parse(of)).toEqual(of)
  expect(inPortuguese(of)).toBe(words)
})

test('every notice has a text in every language, and the same text in a person’s dossier', () => {
  for (const about of NOTICES) {
    const of: Content = { type: 'notice', about, text: '', items: [] }
    for (const texts of [pt, en, es]) expect(contentWords(of, (key) => texts[key])).not.toBe('')
    expect(NOTICE_TEXTS[about]).toBe(inPortuguese(of))
  }
})

test.each([
  ['NOT_CONNECTED', 'A conexão não voltou a tempo'],
  ['NOT_PREPARED', 'A mensagem não pôde ser preparada'],
  ['SKIPPED_STOPPED', 'Não saiu: o envio da empresa estava parado'],
  ['SKIPPED_NOT_IN_GROUP', 'A conta não está neste grupo'],
  ['SKIPPED_ONLY_ADMINS', 'Neste grupo só os administradores escrevem'],
  ['BLOCKED', 'Não enviada: o contato está bloqueado'],
  ['NO_DEVICE', 'O WhatsApp não informa nenhum aparelho deste contato'],
  ['NO_KEYS', 'O WhatsApp não tem chaves para os aparelhos deste contato'],
  ['NO_ANSWER', 'O WhatsApp não respondeu sobre este contato'],
  ['463', 'O WhatsApp recusou a mensagem (463)'],
])('a message that failed with %s says why', (code, words) => {
  expect(failureWords(code, (key) => pt[key])).toBe(words)
})

test('a message that failed with NO_DEVICE says that the number has no WhatsApp, if the person never wrote', () => {
  expect(failureWords('NO_DEVICE', (key) => pt[key], true)).toBe('Este número não tem WhatsApp')
  expect(failureWords('NO_KEYS', (key) => pt[key], true)).toBe(pt['shippings.reasons.NO_KEYS'])
})
