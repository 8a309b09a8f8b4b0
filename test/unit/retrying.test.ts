import { DomainError } from '@recado/shared/errors/errors'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { expect, test } from 'vitest'

/** A table that only notes before which attempts it was to pause. */
const aTable = () => {
  const pauses: number[] = []
  return { pauses, backOff: async (attempt: number) => void pauses.push(attempt) }
}

test('a decision with a refused write reads again and decides on the new row', async () => {
  const table = aTable()
  const versions = [1, 2, 3]
  const decided = await retrying(
    table,
    async () => versions.shift(),
    async (version) => (version === 3 ? `written on ${version}` : AGAIN),
  )
  expect(decided).toBe('written on 3')
  expect(table.pauses).toEqual([2, 3])
})

test('a decision may return nothing, without a second attempt', async () => {
  const table = aTable()
  expect(
    await retrying(
      table,
      async () => 'read',
      async () => undefined,
    ),
  ).toBeUndefined()
  expect(table.pauses).toEqual([])
})

test('a decision is given up as busy after twenty attempts', async () => {
  const table = aTable()
  let reads = 0
  const endless = retrying(
    table,
    async () => ++reads,
    async () => AGAIN,
  )
  await expect(endless).rejects.toMatchObject({ kind: 'conflict', code: 'ERR_BUSY' })
  await expect(endless).rejects.toBeInstanceOf(DomainError)
  expect(reads).toBe(20)
  expect(table.pauses).toHaveLength(19)
})

test('an error of a write is thrown on, not tried again', async () => {
  const table = aTable()
  const failing = retrying(
    table,
    async () => 'read',
    () => Promise.reject(new Error('The table does not answer')),
  )
  await expect(failing).rejects.toThrow('The table does not answer')
  expect(table.pauses).toEqual([])
})
