import {
  companySendingState,
  platformState,
  sendingStopOf,
  throwCompanySwitch,
  throwPlatformSwitch,
} from '@recado/shared/campaigns/store/sending-stops'
import { putCompany } from '@recado/shared/companies/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCompany } from '../support/builders.ts'

let table: MemoryTable
beforeEach(async () => {
  table = new MemoryTable()
  for (const id of ['A', 'B']) await putCompany(new TenantTable(table, id), aCompany({ id }))
})

const trace = (action: 'stop' | 'resume', reason = 'Mensagem errada', second = 0) => ({
  action,
  reason,
  at: new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString(),
  by: { id: 'U', name: 'Ana' },
})
const stopOf = (companyId: string) => sendingStopOf({ table }, companyId, 0)

describe('a company’s stop', () => {
  test('holds for that company until it is resumed', async () => {
    expect(await stopOf('A')).toBeUndefined()
    expect(await throwCompanySwitch({ table }, 'A', trace('stop'))).toBe(true)
    expect([await stopOf('A'), await stopOf('B')]).toEqual(['company-stop', undefined])
    expect(await throwCompanySwitch({ table }, 'A', trace('resume'))).toBe(true)
    expect(await stopOf('A')).toBeUndefined()
  })

  test('records the user, the time, the reason and the earlier stops', async () => {
    await throwCompanySwitch({ table }, 'A', trace('stop', 'Primeira vez', 1))
    await throwCompanySwitch({ table }, 'A', trace('resume', 'Tudo certo', 2))
    await throwCompanySwitch({ table }, 'A', trace('stop', 'Segunda vez', 3))
    const { company, platform, history } = await companySendingState({ table }, 'A')
    expect(company).toEqual({
      reason: 'Segunda vez',
      at: '2026-11-21T12:00:03.000Z',
      by: { id: 'U', name: 'Ana' },
    })
    expect(platform).toBeNull()
    expect(history.map(({ reason }) => reason)).toEqual(['Segunda vez', 'Tudo certo', 'Primeira vez'])
  })

  test('is one stop with one trace for ten simultaneous calls, as is a resume', async () => {
    const ten = (action: 'stop' | 'resume') =>
      Promise.all(Array.from({ length: 10 }, () => throwCompanySwitch({ table }, 'A', trace(action))))
    expect((await ten('stop')).filter(Boolean)).toHaveLength(1)
    expect((await ten('resume')).filter(Boolean)).toHaveLength(1)
    expect((await companySendingState({ table }, 'A')).history).toHaveLength(2)
  })

  test('keeps all its traces and shows the latest fifty', async () => {
    for (let second = 0; second < 60; second++)
      await throwCompanySwitch({ table }, 'A', trace(second % 2 ? 'resume' : 'stop', `Vez ${second}`, second))
    const { history } = await companySendingState({ table }, 'A')
    expect(history).toHaveLength(50)
    expect(history[0]?.reason).toBe('Vez 59')
  })
})

describe('the platform’s stop', () => {
  test('holds for all companies, and a company’s own stop is reported first', async () => {
    await throwPlatformSwitch({ table }, trace('stop'))
    expect([await stopOf('A'), await stopOf('B')]).toEqual(['platform-stop', 'platform-stop'])
    await throwCompanySwitch({ table }, 'A', trace('stop'))
    expect([await stopOf('A'), await stopOf('B')]).toEqual(['company-stop', 'platform-stop'])
    await throwPlatformSwitch({ table }, trace('resume'))
    expect([await stopOf('A'), await stopOf('B')]).toEqual(['company-stop', undefined])
  })

  test('is shown to companies without the operator’s name, and to operators with it', async () => {
    await throwPlatformSwitch({ table }, trace('stop'))
    const { platform, history } = await companySendingState({ table }, 'A')
    expect(platform).toEqual({ reason: 'Mensagem errada', at: '2026-11-21T12:00:00.000Z' })
    expect(history).toEqual([])
    const state = await platformState({ table })
    expect(state.platform).toMatchObject({ by: { name: 'Ana' } })
    expect(state.history).toMatchObject([{ action: 'stop' }])
  })
})
