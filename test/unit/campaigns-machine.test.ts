import { CAMPAIGN_STATUSES } from '@recado/shared/campaigns/contract/campaign'
import {
  type CampaignAction,
  can,
  restartsAsPlanned,
  statusOfDraft,
} from '@recado/shared/campaigns/contract/machine'
import { progressOf } from '@recado/shared/campaigns/contract/progress'
import { type MessagePlace, messageIdOf } from '@recado/shared/campaigns/message/message-id'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aCampaign } from '../support/builders.ts'

/** The statuses, and a running campaign that is paused. */
const STATES = [...CAMPAIGN_STATUSES, 'PAUSADA'] as const
type State = (typeof STATES)[number]

describe('an action on a campaign', () => {
  /** By state, in the order of the actions below. */
  const TABLE: Record<State, string> = {
    //            edit messages start cancel restart pause resume resend delete
    INATIVA: '     yes  yes      yes   no     no      no    no     no     yes',
    PROGRAMADA: '  yes  yes      yes   yes    no      no    no     no     yes',
    EM_ANDAMENTO: 'no   no       no    yes    no      yes   no     no     no ',
    PAUSADA: '     no   no       no    yes    no      no    yes    no     no ',
    CANCELADA: '   no   yes      no    no     yes     no    no     no     yes',
    FINALIZADA: '  no   no       no    no     no      no    no     yes    yes',
  }
  const ACTIONS: CampaignAction[] = [
    ...(['edit', 'editMessages', 'start', 'cancel', 'restart'] as const),
    ...(['pause', 'resume', 'resend', 'delete'] as const),
  ]
  const cases = STATES.flatMap((state) =>
    TABLE[state]
      .trim()
      .split(/\s+/)
      .map((answer, index) => [ACTIONS[index] ?? 'edit', state, answer] as const),
  )

  test.for(cases)('%s of a campaign in state %s: %s', ([action, state, answer]) => {
    const paused = { status: 'EM_ANDAMENTO', pausedAt: '2026-05-01T12:00:00.000Z' } as const
    const campaign = state === 'PAUSADA' ? paused : { status: state, pausedAt: null }
    expect(can(campaign, action)).toBe(answer === 'yes')
  })

  test('the table covers all actions in all states', () => {
    expect(cases).toHaveLength(ACTIONS.length * STATES.length)
  })
})

describe('a campaign’s status', () => {
  test('a saved campaign is PROGRAMADA with a time and INATIVA without', () => {
    expect(statusOfDraft('2026-05-01T12:00:00.000Z')).toBe('PROGRAMADA')
    expect(statusOfDraft(null)).toBe('INATIVA')
  })

  test('a restarted campaign is PROGRAMADA again only if it never started and its time is in the future', () => {
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
    ['all except the blocked sent', 10, 2, 10, 100],
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

  test('progress of a group campaign counts all contacts of the group list', () => {
    expect(progress(6, 2, 10, 'GROUP')).toBe(40)
  })

  test('progress is between 0 and 100, and never falls with one more delivery', () => {
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
  const idOf = (campaignId: string, place: number, attempt: number, more: Partial<MessagePlace> = {}) =>
    messageIdOf({ campaignId, place, attempt, step: 'message', part: 0, ...more })

  test('has the format of WhatsApp’s own ids', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat(3), (campaign, place, attempt, part) => {
        expect(idOf(campaign, place, attempt, { part })).toMatch(/^3EB0[0-9A-F]{18}$/)
      }),
    )
  })

  test('is constant for one part of one attempt for one recipient', () => {
    expect(idOf('01ARZ3NDEKTSV4RRFFQ69G5FAV', 7, 1)).toBe(idOf('01ARZ3NDEKTSV4RRFFQ69G5FAV', 7, 1))
    // Fixed for ever: acknowledgements of messages under way find their recipient by this id.
    expect(idOf('01ARZ3NDEKTSV4RRFFQ69G5FAV', 7, 1)).toBe('3EB06A8DCD9EE09BA38BB1')
  })

  test('differs for any other campaign, recipient, attempt, step or part', () => {
    const ids = new Set<string>()
    for (const campaign of ['A', 'B', 'A1'])
      for (let place = 0; place < 30; place++)
        for (let attempt = 1; attempt < 13; attempt++)
          for (const step of ['message', 'confirmation'] as const)
            for (let part = 0; part < 4; part++) ids.add(idOf(campaign, place, attempt, { step, part }))
    expect(ids.size).toBe(3 * 30 * 12 * 2 * 4)
  })
})
