import { NO_COUNTS } from '@recado/shared/campaigns/ledger/counts'
import { campaignOf } from '@recado/shared/campaigns/report/view'
import type { StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import i18next from 'i18next'
import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WaitingBanner } from '../../web/src/campaigns/report/WaitingBanner.tsx'
import { LinkingEnd } from '../../web/src/connections/link/LinkingEnd.tsx'
import { MainAction } from '../../web/src/connections/list/MainAction.tsx'
import { needsIn } from '../../web/src/home/needs.ts'
import { noticeWords } from '../../web/src/notices/bell/notice-words.ts'
import { showMomentsInTexts } from '../../web/src/zone/moments-in-texts.ts'
import { aCampaign } from '../support/builders.ts'
import { speakPortuguese } from '../support/portuguese.ts'
import { markupOf, textIn } from '../support/web-markup.ts'
import { ZONE } from '../support/web-tickets.ts'

vi.mock('../../web/src/api/session.ts', () => ({ cshow: () => false }))
vi.mock('../../web/src/api/call.ts', () => ({ call: () => undefined }))
vi.mock('../../web/src/zone/use-zone.ts', () => ({ useZone: () => ZONE, zoneOfSession: () => ZONE }))

const UNTIL = '2026-11-22T12:00:00.000Z'
const nothing = () => undefined

beforeAll(async () => {
  await speakPortuguese()
  showMomentsInTexts()
})
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00.000Z') }))
afterEach(() => void vi.useRealTimers())

/** The buttons that tell about a retry, without their tags, and whether each is disabled. */
const retries = (html: string) =>
  [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)]
    .map(([, tag = '', inner = '']) => ({
      text: textIn(inner),
      isDisabled: /\sdisabled=""/.test(tag),
    }))
    .filter(({ text }) => text.startsWith('Tentar'))

describe('a temporary ban with a known end', () => {
  const banned = {
    status: 'DISCONNECTED',
    statusReason: 'TEMPORARILY_BANNED',
    bannedUntil: UNTIL,
    id: 'SHOP',
  }
  const session = { main: 'retry', isRunning: () => false, isBusy: false, run: nothing }
  const card = () =>
    createElement(MainAction, {
      connection: banned as never,
      session: session as never,
      onShowQr: nothing,
      onDecideNumber: nothing,
    })
  const dialog = () =>
    createElement(LinkingEnd, {
      connection: banned as never,
      action: 'Novo QR Code',
      isBusy: false,
      onAgain: nothing,
      onDecideNumber: nothing,
    })

  test.each([
    ['card', card],
    ['dialog', dialog],
  ])('disables the retry on the %s, which says from when it works, until then', (_, element) => {
    expect(retries(markupOf(element()))).toEqual([
      { text: 'Tentar a partir de 22/11 09:00', isDisabled: true },
    ])
    vi.setSystemTime(UNTIL)
    expect(retries(markupOf(element()))).toEqual([{ text: 'Tentar novamente', isDisabled: false }])
  })
})

describe('a campaign that is paused because its account was banned', () => {
  const pausedAt = '2026-11-21T11:00:00.000Z'
  const shown = (bannedUntil: string | null) => {
    const of: Partial<StoredCampaign> = {
      status: 'EM_ANDAMENTO',
      pausedAt,
      pauseReason: 'banned',
      bannedUntil,
    }
    return campaignOf(aCampaign(of), { ...NO_COUNTS, campaignId: 'C' })
  }

  test.each([
    [null, 'Pausada desde 08:00: o WhatsApp baniu esta conta. Veja na conexão o que fazer'],
    [UNTIL, 'Pausada desde 08:00: o WhatsApp suspendeu esta conta até 22/11 09:00'],
  ])('says so in its report, with the end %s', (bannedUntil, words) => {
    const campaign = shown(bannedUntil) as Parameters<typeof WaitingBanner>[0]['campaign']
    expect(markupOf(createElement(WaitingBanner, { campaign }))).toContain(words)
  })

  test('waits for a person', () => {
    const campaigns = [shown(null)]
    expect(needsIn({ connections: [], campaigns, waiting: 0, plan: null })).toMatchObject([
      { kind: 'campaign' },
    ])
  })
})

describe('a notice of a ban', () => {
  const campaign = { place: 'campaign', id: 'C', name: 'Natal', reason: 'banned' } as const
  const connection = { place: 'connections', name: 'Loja', reason: 'TEMPORARILY_BANNED' } as const
  const UNTIL_THEN = 'O WhatsApp suspendeu esta conta até 22/11 09:00.'
  test.each([
    ['campaign-waiting', campaign, 'A campanha Natal está parada. O WhatsApp baniu esta conta.'],
    ['campaign-waiting', { ...campaign, until: UNTIL }, `A campanha Natal está parada. ${UNTIL_THEN}`],
    ['connection-down', { ...connection, until: UNTIL }, `A conexão Loja está fora do ar. ${UNTIL_THEN}`],
  ] as const)('of kind %s about %j says “%s”', (kind, about, words) => {
    expect(noticeWords({ kind, values: {}, about }, i18next.t)).toBe(words)
  })
})
