import { checkNumbers } from '@recado/fargate-session/commands/check-numbers'
import type { SocketLine } from '@recado/fargate-session/outbound/line'
import { ChecksRefused } from '@recado/fargate-session/questions/number-checks'
import { knownAddress, NumberUnanswered } from '@recado/shared/phone-numbers/addresses'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'

const ANA = '5511955551001'
const NOW = Date.parse('2026-11-21T12:00:00Z')

let table: TenantTable
beforeEach(() => {
  table = new TenantTable(new MemoryTable(), 'A')
})

describe('a question about numbers', () => {
  const asking = (lookUp: SocketLine['lookUpAtOnce'], numbers: string[]) =>
    checkNumbers(table, { lookUpAtOnce: lookUp }, numbers, () => NOW)
  const exists = (number: string) => ({ exists: true, jid: `${number}@s.whatsapp.net` })

  test('that is refused in part returns the end of the refusal, and its answers are stored', async () => {
    const lookUp = async (number: string) => {
      if (number !== ANA) throw new ChecksRefused(NOW + 1)
      return exists(number)
    }
    expect(await asking(lookUp, ['5511955551002', ANA])).toEqual({ refusedUntil: NOW + 1 })
    expect(await knownAddress(table, ANA, NOW)).toEqual(exists(ANA))
  })

  test('without an answer leaves the number out and stores nothing', async () => {
    const lookUp = async (number: string) => {
      if (number !== ANA) throw new NumberUnanswered()
      return exists(number)
    }
    const addresses = [{ number: ANA, ...exists(ANA) }]
    expect(await asking(lookUp, ['5511955551002', ANA])).toEqual({ addresses })
    expect(await knownAddress(table, '5511955551002', NOW)).toBeUndefined()
  })

  test('rethrows a failure', async () => {
    await expect(asking(() => Promise.reject(new Error('Closed')), [ANA])).rejects.toThrow('Closed')
  })
})
