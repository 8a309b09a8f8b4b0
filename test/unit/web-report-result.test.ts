import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { Result } from '../../web/src/campaigns/report/Result.tsx'
import { campaignCounters } from '../support/campaign-counters.ts'
import { elementsIn, mounted } from '../support/mounted.ts'
import { speakPortuguese } from '../support/portuguese.ts'

/** Three recipients; the message to one of them failed. */
const COUNTERS = campaignCounters({
  validContacts: 3,
  delivered: 2,
  sent: 2,
  failed: 1,
  received: 2,
  read: 2,
})

beforeAll(speakPortuguese)

/** The sentence about a campaign that ran for two minutes. */
async function sentenceOf(counters: typeof COUNTERS) {
  let tree: ReactNode
  const { unmount } = await mounted(() => {
    tree = Result({
      campaign: {
        status: 'FINALIZADA',
        startedAt: '2026-01-02T12:00:00.000Z',
        completedAt: '2026-01-02T12:02:00.000Z',
        counters,
      },
      hasJustEnded: false,
    })
  }, {})
  await unmount()
  return elementsIn(tree).find(({ type }) => type === Text)?.props.children
}

test('the result is stated in shares of all recipients, as in the funnel', async () => {
  expect(await sentenceOf(COUNTERS)).toBe('Finalizada em 2 min: 67% entregues, 67% lidas.')
  expect(await sentenceOf({ ...COUNTERS, replied: 1 })).toBe(
    'Finalizada em 2 min: 67% entregues, 67% lidas, 33% responderam.',
  )
})

test('a campaign that sent nothing says so', async () => {
  const nothing = { ...COUNTERS, delivered: 0, sent: 0, failed: 3, received: 0, read: 0 }
  expect(await sentenceOf(nothing)).toBe('Finalizada em 2 min, sem nenhum envio.')
})

test('a campaign whose lists were empty says why nothing was sent', async () => {
  const none = { validContacts: 0, delivered: 0, sent: 0, failed: 0, received: 0, read: 0 }
  expect(await sentenceOf({ ...COUNTERS, ...none })).toBe(
    'Finalizada sem destinatários: não havia contatos quando ela começou.',
  )
})
