import {
  boundsOfChoice,
  cutoffsAt,
  isAnythingDue,
  isImportDue,
  isLedgerDue,
  keptDays,
  outsideBounds,
} from '@recado/shared/retention/due'
import {
  DEFAULT_BOUNDS,
  KEEPS_ALL,
  type Retention,
  type RetentionBounds,
  retention,
  retentionBounds,
  retentionBoundsInput,
} from '@recado/shared/retention/retention'
import { describe, expect, test } from 'vitest'

const chosen = (some: Partial<Retention>): Retention => ({ ...KEEPS_ALL, ...some })
const bounded = (some: Partial<RetentionBounds>): RetentionBounds => ({ ...DEFAULT_BOUNDS, ...some })

describe('the retention of a kind of data', () => {
  test('is unlimited without a choice and bounds', () => {
    expect(keptDays(KEEPS_ALL, DEFAULT_BOUNDS)).toEqual(KEEPS_ALL)
    expect(isAnythingDue(KEEPS_ALL)).toBe(false)
  })

  test('is the company’s choice, for each kind separately', () => {
    const kept = keptDays(chosen({ conversations: 90, imports: 10 }), DEFAULT_BOUNDS)
    expect(kept).toEqual(chosen({ conversations: 90, imports: 10 }))
    expect(isAnythingDue(kept)).toBe(true)
  })

  test.for([
    [null, { minimum: 30, maximum: 365 }, 365],
    [400, { minimum: 30, maximum: 365 }, 365],
    [365, { minimum: 30, maximum: 365 }, 365],
    [10, { minimum: 30, maximum: 365 }, 30],
    [30, { minimum: 30, maximum: null }, 30],
    [null, { minimum: 30, maximum: null }, null],
  ] as const)('chosen as %s within %o is %s', ([days, bound, kept]) => {
    expect(keptDays(chosen({ media: days }), bounded({ media: bound })).media).toBe(kept)
  })

  test('can only be chosen within the bounds, and a refusal names the kind', () => {
    const bounds = bounded({ audit: { minimum: 180, maximum: 400 }, media: { minimum: 7, maximum: null } })
    expect(outsideBounds(chosen({ audit: 180, media: 3000 }), bounds)).toEqual([])
    expect(outsideBounds(chosen({ audit: 400 }), bounds)).toEqual([])
    expect(outsideBounds(chosen({ audit: 179, conversations: 29 }), bounds)).toEqual([
      { path: 'conversations', code: 'below_minimum' },
      { path: 'audit', code: 'below_minimum' },
    ])
    expect(outsideBounds(chosen({ audit: 401 }), bounds)).toEqual([{ path: 'audit', code: 'above_maximum' }])
  })

  test('of imports is at most 90 days, because they expire by then', () => {
    const imports = (minimum: number, maximum: number | null) =>
      boundsOfChoice(bounded({ imports: { minimum, maximum } })).imports
    expect(imports(7, null)).toEqual({ minimum: 7, maximum: 90 })
    expect(imports(7, 30)).toEqual({ minimum: 7, maximum: 30 })
    expect(imports(100, 365)).toEqual({ minimum: 90, maximum: 90 })
    expect(boundsOfChoice(DEFAULT_BOUNDS)).toMatchObject({ media: DEFAULT_BOUNDS.media })
    expect(outsideBounds(chosen({ imports: 91 }), boundsOfChoice(DEFAULT_BOUNDS))).toEqual([
      { path: 'imports', code: 'above_maximum' },
    ])
    const issuesOf = (minimum: number, maximum: number | null) =>
      retentionBoundsInput
        .safeParse(bounded({ imports: { minimum, maximum } }))
        .error?.issues.map(({ path }) => path.join('.'))
    expect(issuesOf(7, 91)).toEqual(['imports.maximum'])
    expect(issuesOf(91, null)).toEqual(['imports.minimum'])
    expect(issuesOf(7, 90)).toBeUndefined()
    expect(issuesOf(60, 30)).toEqual(['imports.maximum'])
  })

  test('cuts off data older than this many days', () => {
    const now = Date.parse('2026-11-21T12:00:00.000Z')
    const { media, audit } = cutoffsAt(chosen({ media: 10 }), now)
    expect(new Date(media ?? 0).toISOString()).toBe('2026-11-11T12:00:00.000Z')
    expect(audit).toBeNull()
  })
})

describe('an invalid retention', () => {
  test.for([0, 6, 1.5, 3651, -1, Number.NaN, '30', undefined])('of %s days is refused', (days) => {
    expect(retention.safeParse({ ...KEEPS_ALL, media: days }).success).toBe(false)
  })

  test('for an unknown kind, or with empty bounds, is refused', () => {
    expect(retention.safeParse({ ...KEEPS_ALL, users: 30 }).success).toBe(false)
    const wrong = bounded({ media: { minimum: 60, maximum: 30 } })
    expect(retentionBounds.safeParse(wrong).success).toBe(false)
    expect(retentionBounds.safeParse(bounded({ media: { minimum: 30, maximum: 30 } })).success).toBe(true)
  })
})

describe('data due for deletion', () => {
  const cutoff = Date.parse('2026-06-01T00:00:00.000Z')
  const [OLD, NEW] = ['2026-05-31T23:59:59.999Z', '2026-06-01T00:00:00.000Z']
  const campaign = { status: 'FINALIZADA' as const, ledger: 'C.1', updatedAt: OLD, completedAt: OLD }

  test('include recipients only of campaigns that ended long ago', () => {
    expect(isLedgerDue(campaign, cutoff)).toBe(true)
    expect(isLedgerDue({ ...campaign, status: 'CANCELADA', completedAt: null }, cutoff)).toBe(true)
    for (const status of ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO'] as const)
      expect(isLedgerDue({ ...campaign, status }, cutoff)).toBe(false)
    expect(isLedgerDue({ ...campaign, completedAt: NEW }, cutoff)).toBe(false)
    expect(isLedgerDue({ ...campaign, updatedAt: NEW }, cutoff)).toBe(false)
    expect(isLedgerDue({ ...campaign, ledger: null }, cutoff)).toBe(false)
  })

  test('include imports that ended long ago and have finished their handover', () => {
    const ended = { finishedAt: OLD, sync: null }
    const sync = { status: 'DONE' as const, synced: 1, failed: 0, error: null }
    expect(isImportDue(ended, cutoff)).toBe(true)
    expect(isImportDue({ ...ended, sync }, cutoff)).toBe(true)
    expect(isImportDue({ ...ended, sync: { ...sync, status: 'RUNNING' } }, cutoff)).toBe(false)
    expect(isImportDue({ ...ended, sync: { ...sync, status: 'WAITING' } }, cutoff)).toBe(false)
    expect(isImportDue({ finishedAt: NEW, sync: null }, cutoff)).toBe(false)
    expect(isImportDue({ finishedAt: null, sync: null }, cutoff)).toBe(false)
  })
})
