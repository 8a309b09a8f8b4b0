import { CAMPAIGN_STATUSES, type CampaignStatus } from '@recado/shared/campaigns/campaign'
import {
  type CampaignAction,
  can,
  restartsAsPlanned,
  statusesFor,
  statusOfDraft,
} from '@recado/shared/campaigns/machine'
import { messageIdOf } from '@recado/shared/campaigns/message-id'
import { progressOf } from '@recado/shared/campaigns/progress'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aCampaign } from '../support/builders.ts'

describe('what may be asked of a campaign', () => {
  /** By status, in the order of the actions below. */
  const TABLE: Record<CampaignStatus, string> = {
    //            edit messages start cancel restart delete
    INATIVA: '     yes  yes      yes   no     no      yes',
    PROGRAMADA: '  yes  yes      yes   yes    no      yes',
    EM_ANDAMENTO: 'no   no       no    yes    no      no ',
    CANCELADA: '   no   yes      no    no     yes     yes',
    FINALIZADA: '  no   no       no    no     no      yes',
  }
  const ACTIONS: CampaignAction[] = ['edit', 'editMessages', 'start', 'cancel', 'restart', 'delete']
  const cases = CAMPAIGN_STATUSES.flatMap((status) =>
    TABLE[status]
      .trim()
      .split(/\s+/)
      .map((answer, index) => [ACTIONS[index] ?? 'edit', status, answer] as const),
  )

  test.for(cases)('%s of one that is %s: %s', ([action, status, answer]) => {
    expect(can({ status }, action)).toBe(answer === 'yes')
    expect(statusesFor(action).includes(status)).toBe(answer === 'yes')
  })

  test('all actions were asked in all statuses', () => {
    expect(cases).toHaveLength(ACTIONS.length * CAMPAIGN_STATUSES.length)
  })
})

describe('the status of a campaign', () => {
  test('that is saved is PROGRAMADA with a time and INATIVA without', () => {
    expect(statusOfDraft('2026-05-01T12:00:00.000Z')).toBe('PROGRAMADA')
    expect(statusOfDraft(null)).toBe('INATIVA')
  })

  test('that is restarted is PROGRAMADA again only where it never started and its time is still to come', () => {
    const at = Date.parse('2026-05-01T12:00:00.000Z')
    const planned = aCampaign({ scheduledAt: '2026-05-01T12:00:00.000Z' })
    expect(restartsAsPlanned(planned, at - 1)).toBe(true)
    expect(restartsAsPlanned(planned, at)).toBe(false)
    expect(restartsAsPlanned({ ...planned, startedAt: '2026-04-01T12:00:00.000Z' }, at - 1)).toBe(false)
    expect(restartsAsPlanned({ ...planned, scheduledAt: null }, at - 1)).toBe(false)
  })
})

describe('progress', () => {
  const progress = (
    delivered: number,
    blockeds: number,
    validContacts: number,
    type: 'PRIVATE' | 'GROUP' = 'PRIVATE',
  ) => progressOf({ type, counters: { delivered, blockeds, validContacts } })

  test.for([
    ['nothing sent', 0, 0, 10, 0],
    ['half sent', 5, 0, 10, 50],
    ['all sent', 10, 0, 10, 100],
    ['blocked contacts are neither sent nor to be sent', 6, 2, 10, 50],
    ['all but the blocked sent', 10, 2, 10, 100],
    ['everyone blocked', 10, 10, 10, 0],
    ['no contacts', 0, 0, 0, 0],
    ['one of three, not rounded', 1, 0, 3, 100 / 3],
    ['more than there are, by a late result', 12, 0, 10, 100],
    ['fewer than none', 0, 5, 10, 0],
  ] as const)(
    '%s: %i delivered, %i blocked, %i valid are %f per cent',
    ([, delivered, blockeds, valid, percent]) => {
      expect(progress(delivered, blockeds, valid)).toBeCloseTo(percent, 10)
    },
  )

  test('of a group campaign is counted over all contacts of the group list', () => {
    expect(progress(6, 2, 10, 'GROUP')).toBe(40)
  })

  test('lies between 0 and 100, and never falls when one more is delivered', () => {
    const count = fc.integer({ min: 0, max: 100_000 })
    fc.assert(
      fc.property(
        count,
        count,
        count,
        fc.constantFrom('PRIVATE', 'GROUP'),
        (delivered, blocked, valid, type) => {
          const percent = progress(delivered, blocked, valid, type)
          expect(percent).toBeGreaterThanOrEqual(0)
          expect(percent).toBeLessThanOrEqual(100)
          expect(progress(delivered + 1, blocked, valid, type)).toBeGreaterThanOrEqual(percent)
        },
      ),
    )
  })
})

describe('the WhatsApp id of a message', () => {
  test('has the form of WhatsApp’s own ids', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), (campaign, place, attempt) => {
        expect(messageIdOf(campaign, place, attempt)).toMatch(/^3EB0[0-9A-F]{18}$/)
      }),
    )
  })

  test('is always the same for one attempt at one recipient', () => {
    expect(messageIdOf('01ARZ3NDEKTSV4RRFFQ69G5FAV', 7, 1)).toBe(
      messageIdOf('01ARZ3NDEKTSV4RRFFQ69G5FAV', 7, 1),
    )
    // Fixed for ever: acknowledgements of messages that are on their way find their recipient by it.
    expect(messageIdOf('01ARZ3NDEKTSV4RRFFQ69G5FAV', 7, 1)).toBe('3EB06A8DCD9EE09BA38BB1')
  })

  test('is another for any other campaign, recipient or attempt', () => {
    const ids = new Set<string>()
    for (const campaign of ['A', 'B', 'A1'])
      for (let place = 0; place < 30; place++)
        for (let attempt = 1; attempt < 13; attempt++) ids.add(messageIdOf(campaign, place, attempt))
    expect(ids.size).toBe(3 * 30 * 12)
  })
})
