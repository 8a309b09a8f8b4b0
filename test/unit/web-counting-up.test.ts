import type { CampaignCounters } from '@recado/shared/campaigns/contract/campaign'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { totalOf } from '../../web/src/campaigns/parts.ts'
import { countersBetween, useCountingUp } from '../../web/src/campaigns/report/use-counting-up.ts'
import { campaignCounters } from '../support/campaign-counters.ts'
import { mounted } from '../support/mounted.ts'

const counters = (some: Partial<CampaignCounters>) =>
  campaignCounters({ validContacts: 100, open: 100, ...some })

const BEFORE = counters({ sent: 10, failed: 3, blockeds: 1, open: 87, received: 7, awaiting: 9 })
const AFTER = counters({ sent: 31, failed: 8, blockeds: 5, open: 61, received: 31, read: 2, awaiting: 4 })

const { isStill } = vi.hoisted(() => ({ isStill: vi.fn() }))
vi.mock('@mantine/hooks', async (original) => ({
  ...(await original<object>()),
  useReducedMotion: () => isStill(),
}))

describe('counters on their way', () => {
  const way = Array.from({ length: 101 }, (_, percent) => countersBetween(BEFORE, AFTER, percent / 100))

  test('add up to the number of recipients at every moment', () => {
    expect(new Set(way.map(totalOf))).toEqual(new Set([100]))
    for (const { failed, blockeds, sent, received, open, awaiting } of way)
      expect([failed >= blockeds, sent >= received, open >= awaiting]).toEqual([true, true, true])
  })

  test('only grow, and begin and end with what the reports say', () => {
    const sent = way.map((each) => each.sent)
    expect(sent).toEqual([...sent].sort((one, other) => one - other))
    expect([way[0]?.sent, way[50]?.sent, way[50]?.open]).toEqual([10, 20, 75])
    expect(way.at(-1)).toEqual(AFTER)
  })
})

describe('the counters of a report', () => {
  let frames: FrameRequestCallback[] = []
  const begun = 1000
  beforeEach(() => {
    frames = []
    isStill.mockReturnValue(false)
    vi.spyOn(performance, 'now').mockReturnValue(begun)
    vi.stubGlobal('requestAnimationFrame', (step: FrameRequestCallback) => frames.push(step))
    vi.stubGlobal('cancelAnimationFrame', () => undefined)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  test('count up to the next report within 200 ms', async () => {
    const shown = await mounted(useCountingUp, BEFORE)
    expect(shown.answer()).toEqual(BEFORE)
    await shown.show(AFTER)
    expect(shown.answer()).toEqual(BEFORE)
    await shown.after(() => frames.at(-1)?.(begun + 100))
    expect(shown.answer()).toMatchObject({ sent: 20, open: 75 })
    await shown.after(() => frames.at(-1)?.(begun + 200))
    expect(shown.answer()).toEqual(AFTER)
    await shown.unmount()
  })

  test.each([
    ['where less motion is wanted', true, AFTER],
    ['with another number of recipients', false, counters({ sent: 20, open: 180 })],
  ])('change at once %s', async (_, still, next) => {
    isStill.mockReturnValue(still)
    const shown = await mounted(useCountingUp, BEFORE)
    await shown.show(next)
    expect(shown.answer()).toEqual(next)
    await shown.unmount()
  })
})
