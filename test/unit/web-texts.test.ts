import { waitingFor } from '@recado/shared/campaigns/contract/campaign'
import { failureReason, shippingView } from '@recado/shared/campaigns/contract/shipping'
import { statusReason } from '@recado/shared/connections/connection'
import { holdReason } from '@recado/shared/connections/health'
import { blockOrigin } from '@recado/shared/contact-blocks/contact-block'
import { consent, consentSource } from '@recado/shared/contact-lists/consent'
import { ackLevel } from '@recado/shared/messages/ack-level'
import i18next from 'i18next'
import { describe, expect, test } from 'vitest'
import en from '../../web/src/i18n/en.json' with { type: 'json' }
import es from '../../web/src/i18n/es.json' with { type: 'json' }
import pt from '../../web/src/i18n/pt.json' with { type: 'json' }
import { noticeWords } from '../../web/src/notices/bell/notice-words.ts'
import { speakPortuguese } from '../support/portuguese.ts'

const blanksOf = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort()

describe('the texts', () => {
  test('every reason of a connection has a text and an advice', () => {
    for (const kind of ['reasons', 'next'])
      expect(statusReason.options.filter((reason) => !(`connections.${kind}.${reason}` in pt))).toEqual([])
    expect(Object.keys(pt)).toContain('connections.reasons.TEMPORARILY_BANNED-until')
  })

  test('every state that a campaign waits for has a text, and held first contacts have their end', () => {
    expect(waitingFor.options.filter((reason) => !(`campaigns.waiting.${reason}` in pt))).toEqual([])
    const keys = holdReason.options.flatMap((reason) => [
      `campaigns.waiting.${reason}-until`,
      `connections.health.hold.${reason}`,
    ])
    expect(keys.filter((key) => !(key in pt))).toEqual([])
  })

  test('every reason not to send has a text, a meaning and an advice, and every view has a text', () => {
    const keys = [
      ...failureReason.options.flatMap((reason) => [
        `shippings.reasons.${reason}`,
        `shippings.explained.${reason}`,
        `shippings.advised.${reason}`,
      ]),
      ...shippingView.options.map((view) => `shippings.views.${view}`),
      ...ackLevel.exclude(['none']).options.map((level) => `shippings.levels.${level}`),
    ]
    expect(keys.filter((key) => !(key in pt))).toEqual([])
  })

  test('every source of consent and every kind of block has a text', () => {
    const keys = [
      ...consentSource.options.map((source) => `contactLists.consent.sources.${source}`),
      ...consent.shape.source.options.map((source) => `contactLists.consent.texts.${source}`),
      ...blockOrigin.options.map((origin) => `blocks.origins.${origin}`),
    ]
    expect(keys.filter((key) => !(key in pt))).toEqual([])
  })

  test.each([
    ['English', en],
    ['Spanish', es],
  ])('the texts in %s have the same blanks as in Portuguese', (_, texts) => {
    const translations = new Map(Object.entries(texts))
    const different = Object.entries(pt).filter(
      ([key, text]) => blanksOf(translations.get(key) ?? '').join() !== blanksOf(text).join(),
    )
    expect(different).toEqual([])
  })

  test('the texts keep the words of the specification', () => {
    expect(Object.values(pt)).toEqual(
      expect.arrayContaining([
        'Sua conta foi acessada em outro computador.',
        'Sua empresa foi atualizada, por favor, entre novamente.',
        'Não foi possível carregar a lista de registros',
        'Não foi possível realizar a operação',
        'Operação realizada com sucesso!',
        'Deve conter ao menos um anexo ou uma mensagem para criar a campanha',
        'Não é possível definir agendamento para o passado',
        'Limite de 500 contatos por lista',
        'A conexão está OK',
        'Salvar Configurações',
        'Configurações salvas',
        'Remover duplicados',
        'Relatório da {{name}}',
        'Relatório da Campanha',
        'Agendada',
        'Enviando',
        'Enviado',
        'Falhou',
        'Bloqueado',
        'Nenhum registro para este período',
        'Não foi possível gerar a planilha',
        'Não foi possível extrair os contatos',
        'Lista de contatos criada com sucesso!',
        'Campo obrigatório',
        'Nome muito curto!',
        'Nome muito longo!',
        'Telefone Inválido',
        'Quantidade: {{quantity}}',
        'Carregando...',
        'Habilitado',
        'Desabilitado',
        'Aguardando conexão',
        'Enviar mesmo assim',
      ]),
    )
  })
})

test.each([
  ['users', 'usuário', 'usuários'],
  ['connections', 'conexão', 'conexões'],
  ['queues', 'fila', 'filas'],
] as const)('a plan that is nearly used up names one of its %s in the singular', async (of, one, several) => {
  await speakPortuguese()
  const need = (limit: number) => i18next.t(`home.needs.plan.${of}`, { used: '1', count: limit })
  expect([need(1), need(2)].map((text) => text.split(' de ').at(-1))).toEqual([`1 ${one}`, `2 ${several}`])
  const notice = (limit: number) =>
    noticeWords(
      { kind: 'plan', values: {}, about: { place: 'settings', reason: of, done: 1, limit } },
      i18next.t,
    )
  expect([notice(1), notice(2)].map((text) => text.split(' de ').at(-1))).toEqual([
    `1 ${one}.`,
    `2 ${several}.`,
  ])
})

test('none of a thing is said in the plural, and a million of it too', async () => {
  await speakPortuguese()
  const counted = (count: number) => i18next.t('imports.doneText.list', { count })
  expect([0, 1, 1_000_000].map(counted)).toEqual([
    '0 contatos importados',
    '1 contato importado',
    '1.000.000 contatos importados',
  ])
  expect(i18next.t('contactLists.delete.text', { count: 0 })).toBe('A lista será excluída. Ela está vazia.')
})
