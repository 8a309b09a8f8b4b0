import { newContactsOn } from '@recado/shared/connections/health'
import {
  budgetOf,
  changeHealth,
  countNewContact,
  getHealth,
  healthOf,
  holdByWhatsApp,
  uncountNewContact,
} from '@recado/shared/connections/health-store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'

const SAO_PAULO = 'America/Sao_Paulo'
const HOUR_MS = 3_600_000
const NOW = Date.parse('2026-11-21T15:00:00Z')

describe('a newly linked account’s limit', () => {
  test('rises to the full limit in equal steps', () => {
    const on = (day: number) => newContactsOn(day, { newContactsPerDay: 30, warmUpDays: 14 })
    expect([0, 1, 2, 13, 14, 15, 400].map(on)).toEqual([2, 4, 6, 28, 30, 30, 30])
  })

  test('never falls, never exceeds the full limit, and always allows one contact', () => {
    for (const newContactsPerDay of [1, 2, 7, 30, 100_000])
      for (const warmUpDays of [0, 1, 14, 90]) {
        const days = Array.from({ length: warmUpDays + 2 }, (_, day) =>
          Number(newContactsOn(day, { newContactsPerDay, warmUpDays })),
        )
        expect(days).toEqual(days.toSorted((one, other) => one - other))
        expect(days.at(0)).toBeGreaterThanOrEqual(1)
        expect(days.at(-1)).toBe(newContactsPerDay)
      }
  })

  test('does not exist if the company set none', () => {
    expect(newContactsOn(0, { newContactsPerDay: null, warmUpDays: 14 })).toBeNull()
  })
})

describe('a day’s budget', () => {
  const of = (at: string, timeZone = SAO_PAULO, linkedAt: string | null = null, warmUpDays = 14) =>
    budgetOf({ newContactsPerDay: 30, warmUpDays, linkedAt }, {}, Date.parse(at), timeZone)

  test.each([
    [SAO_PAULO, '2026-11-21T02:59:59.999Z', '2026-11-20', '2026-11-21T03:00:00.000Z'],
    [SAO_PAULO, '2026-11-21T03:00:00.000Z', '2026-11-21', '2026-11-22T03:00:00.000Z'],
    ['America/Noronha', '2026-12-31T23:00:00.000Z', '2026-12-31', '2027-01-01T02:00:00.000Z'],
    ['America/Rio_Branco', '2026-03-01T04:59:59.000Z', '2026-02-28', '2026-03-01T05:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-21T10:00:00.000Z', '2026-11-22', '2026-11-22T10:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-21T18:14:59.000Z', '2026-11-21', '2026-11-21T18:15:00.000Z'],
    // Where clocks change: a day of 23 hours, and one of 25.
    ['Europe/Lisbon', '2026-03-29T00:30:00.000Z', '2026-03-29', '2026-03-29T23:00:00.000Z'],
    ['Europe/Lisbon', '2026-10-24T23:30:00.000Z', '2026-10-25', '2026-10-26T00:00:00.000Z'],
  ])('in %s at %s belongs to %s, until %s', (timeZone, at, day, endsAt) => {
    const budget = of(at, timeZone)
    expect(budget.day).toBe(day)
    expect(new Date(budget.endsAt).toISOString()).toBe(endsAt)
    expect(of(endsAt, timeZone).day > day).toBe(true)
  })

  test('is the first day’s on the calendar day of linking, and one step more on the next day', () => {
    const linkedAt = '2026-11-21T02:30:00.000Z'
    expect(of('2026-11-21T02:59:00Z', SAO_PAULO, linkedAt).limit).toBe(2)
    // Half an hour later, and another day there.
    expect(of('2026-11-21T03:00:00Z', SAO_PAULO, linkedAt).limit).toBe(4)
    expect(of('2026-11-22T02:59:00Z', SAO_PAULO, linkedAt).limit).toBe(4)
    expect(of('2026-12-04T03:00:00Z', SAO_PAULO, linkedAt).limit).toBe(30)
    expect(of('2026-11-21T02:59:00Z', SAO_PAULO, linkedAt, 0).limit).toBe(30)
  })

  test('is the first day’s again after WhatsApp restricted the account', () => {
    const restrictedUntil = Date.parse('2026-11-20T18:00:00Z')
    const after = (at: string, linkedAt = '2026-01-01T12:00:00Z', warmUpDays = 14) =>
      budgetOf(
        { newContactsPerDay: 30, warmUpDays, linkedAt },
        { restrictedUntil },
        Date.parse(at),
        SAO_PAULO,
      ).limit
    expect(after('2026-11-19T12:00:00Z')).toBe(2)
    expect(after('2026-11-20T19:00:00Z')).toBe(2)
    expect(after('2026-11-21T12:00:00Z')).toBe(4)
    expect(after('2026-12-04T12:00:00Z')).toBe(30)
    // It was linked anew, later than that.
    expect(after('2026-11-23T12:00:00Z', '2026-11-23T11:00:00Z')).toBe(2)
    expect(after('2026-11-21T12:00:00Z', '2026-01-01T12:00:00Z', 0)).toBe(30)
  })

  test('is the first day’s for an account that was never linked, or linked in the future by our clock', () => {
    expect(of('2026-11-21T12:00:00Z').limit).toBe(2)
    expect(of('2026-11-21T12:00:00Z', SAO_PAULO, '2026-11-25T12:00:00Z').limit).toBe(2)
  })
})

describe('the reason of a hold', () => {
  const later = NOW + HOUR_MS
  const LOCK = { lockedUntil: later }
  const QUOTA = { newChatsQuota: 10, newChatsUsed: 10, newChatsUntil: later + 1 }
  const CHECKS = { checksRefusedUntil: later + 2 }

  test('is the lock first, then the quota, then refused checks', () => {
    expect(holdByWhatsApp({ ...LOCK, ...QUOTA, ...CHECKS }, NOW)).toEqual({
      reason: 'reach-out-lock',
      until: later,
    })
    expect(holdByWhatsApp({ ...QUOTA, ...CHECKS }, NOW)).toEqual({
      reason: 'new-chat-quota',
      until: later + 1,
    })
    expect(holdByWhatsApp(CHECKS, NOW)).toEqual({ reason: 'number-checks', until: later + 2 })
    expect(holdByWhatsApp({}, NOW)).toBeUndefined()
  })

  test('ends at its own moment', () => {
    for (const health of [LOCK, QUOTA, CHECKS]) {
      const until = holdByWhatsApp(health, NOW)?.until ?? 0
      expect(holdByWhatsApp(health, until - 1)).toBeDefined()
      expect(holdByWhatsApp(health, until)).toBeUndefined()
    }
    expect(holdByWhatsApp({ lockedUntil: 0 }, NOW)).toBeUndefined()
  })

  test('is the quota if a positive quota is used up, or if WhatsApp reports the account as capped', () => {
    expect(holdByWhatsApp({ ...QUOTA, newChatsUsed: 9 }, NOW)).toBeUndefined()
    expect(holdByWhatsApp({ ...QUOTA, newChatsUsed: 11 }, NOW)).toMatchObject({ reason: 'new-chat-quota' })
    const capped = { ...QUOTA, newChatsUsed: 9, newChatsCapped: true }
    expect(holdByWhatsApp(capped, NOW)).toMatchObject({ reason: 'new-chat-quota' })
  })

  test.each([{ newChatsQuota: -1 }, { newChatsQuota: 0 }, { newChatsUsed: 10 }])(
    '%j does not count as a quota',
    (health) => {
      expect(holdByWhatsApp(health, NOW)).toBeUndefined()
      const shown = healthOf(health, { day: '2026-11-21', limit: null, endsAt: later }, NOW)
      expect(shown).toMatchObject({ newChats: null, heldFor: null })
    },
  )

  test.each([{}, { newChatsUntil: 0 }])(
    'a quota without a known end (%j) is checked again in an hour',
    (end) => {
      const health = { newChatsQuota: 10, newChatsUsed: 10, ...end }
      expect(holdByWhatsApp(health, NOW)).toEqual({ reason: 'new-chat-quota', until: later })
    },
  )
})

describe('the first contacts of a day', () => {
  const CONNECTION = 'LOJA'
  let table: TenantTable
  beforeEach(() => {
    table = new TenantTable(new MemoryTable(), 'A')
  })
  const count = (day: string, limit = 7) => countNewContact(table, CONNECTION, day, limit)
  const many = async (times: number, day: string, limit = 7) => {
    const made = await Promise.all(Array.from({ length: times }, () => count(day, limit)))
    return made.filter(Boolean).length
  }

  test('never exceed the limit, for any number of simultaneous requests', async () => {
    expect(await many(50, '2026-11-21')).toBe(7)
    expect(await getHealth(table, CONNECTION)).toMatchObject({ day: '2026-11-21', newContacts: 7 })
    expect(await many(50, '2026-11-22')).toBe(7)
  })

  test('start again at zero each day, with any other health data', async () => {
    await changeHealth(table, CONNECTION, { lockedUntil: NOW })
    expect(await many(9, '2026-11-21')).toBe(7)
    expect(await count('2026-11-22')).toBe(true)
    expect(await getHealth(table, CONNECTION)).toMatchObject({
      day: '2026-11-22',
      newContacts: 1,
      lockedUntil: NOW,
    })
  })

  test('continue when the limit is raised during the day, and stop when it is lowered', async () => {
    expect(await many(5, '2026-11-21', 3)).toBe(3)
    expect(await many(5, '2026-11-21', 5)).toBe(2)
    expect(await many(5, '2026-11-21', 1)).toBe(0)
  })

  test('are given back only on the day they were counted', async () => {
    await many(7, '2026-11-21')
    await uncountNewContact(table, CONNECTION, '2026-11-21')
    expect(await many(5, '2026-11-21')).toBe(1)
    await count('2026-11-22')
    await uncountNewContact(table, CONNECTION, '2026-11-21')
    expect(await getHealth(table, CONNECTION)).toMatchObject({ newContacts: 1 })
  })

  test('are counted per connection', async () => {
    await many(7, '2026-11-21')
    expect(await countNewContact(table, 'FILIAL', '2026-11-21', 7)).toBe(true)
  })
})
