import { allRoutes } from '@recado/shared/api'
import { waitingFor } from '@recado/shared/campaigns/campaign'
import { ackLevel, failureReason, shippingView } from '@recado/shared/campaigns/shipping'
import { statusReason } from '@recado/shared/connections/connection'
import { holdReason } from '@recado/shared/connections/health'
import { blockOrigin } from '@recado/shared/contact-blocks/contact-block'
import { consent, consentSource } from '@recado/shared/contact-lists/consent'
import { describe, expect, it } from 'vitest'
import en from '../../web/src/i18n/en.json' with { type: 'json' }
import es from '../../web/src/i18n/es.json' with { type: 'json' }
import pt from '../../web/src/i18n/pt.json' with { type: 'json' }

/** What any call can fail with, beyond what its route names (part 3 §1). */
const OF_ANY_CALL = [
  'ERR_VALIDATION',
  'ERR_INTERNAL',
  'ERR_NO_PERMISSION',
  'ERR_SESSION_EXPIRED',
  'ERR_COMPANY_CHANGED',
  'ERR_SUPPORT_READ_ONLY',
  'ERR_NETWORK',
]
/** What an import, an export or the reading of groups can end with; live events and their states carry it. */
const OF_BACKGROUND_WORK = [
  'ERR_IMPORT_CANCELLED',
  'ERR_IMPORT_LOST',
  'ERR_EXPORT_FAILED',
  'ERR_GROUP_FETCH_FAILED',
  'ERR_GROUP_FETCH_LOST',
  'ERR_WAPP_NOT_INITIALIZED',
]
const blanksOf = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort()

describe('the texts', () => {
  it('have words for every error that a call can fail with', () => {
    const codes = [...OF_ANY_CALL, ...allRoutes().flatMap(({ route }) => route.errors ?? [])]
    expect(codes.filter((code) => !(`errors.${code}` in pt))).toEqual([])
  })

  it('have words for every reason of a connection, and for what to do next', () => {
    for (const kind of ['reasons', 'next'])
      expect(statusReason.options.filter((reason) => !(`connections.${kind}.${reason}` in pt))).toEqual([])
    expect(Object.keys(pt)).toContain('connections.reasons.TEMPORARILY_BANNED-until')
  })

  it('have words for everything that a campaign waits for, with its end where first contacts are held', () => {
    expect(waitingFor.options.filter((reason) => !(`campaigns.waiting.${reason}` in pt))).toEqual([])
    const keys = holdReason.options.flatMap((reason) => [
      `campaigns.waiting.${reason}-until`,
      `connections.health.hold.${reason}`,
    ])
    expect(keys.filter((key) => !(key in pt))).toEqual([])
  })

  it('have words for every reason not to send, for what it means and for what to do, and for every view', () => {
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

  it('have words for every way that people come to agree, or to be blocked', () => {
    const keys = [
      ...consentSource.options.map((source) => `contactLists.consent.sources.${source}`),
      ...consent.shape.source.options.map((source) => `contactLists.consent.texts.${source}`),
      ...blockOrigin.options.map((origin) => `blocks.origins.${origin}`),
    ]
    expect(keys.filter((key) => !(key in pt))).toEqual([])
  })

  it.each(OF_BACKGROUND_WORK)('have words for %s, which ends work in the background', (code) => {
    expect(Object.keys(pt)).toContain(`errors.${code}`)
  })

  it.each([
    ['English', en],
    ['Spanish', es],
  ])('fill the same blanks in %s as in Portuguese', (_, texts) => {
    const translations = new Map(Object.entries(texts))
    const different = Object.entries(pt).filter(
      ([key, text]) => blanksOf(translations.get(key) ?? '').join() !== blanksOf(text).join(),
    )
    expect(different).toEqual([])
  })

  it('keep the words of the specification', () => {
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
      ]),
    )
  })
})
