import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AuthState } from '@recado/fargate-session/auth-state/auth-state'
import { AuthRows } from '@recado/fargate-session/auth-state/rows'
import { FenceLost } from '@recado/fargate-session/leases/fence'
import { FileKeys } from '@recado/shared/secrets/file-keys'
import { MemoryTable } from '@recado/shared/table/memory'
import { allRows, partition, type Row, type Table, type Write } from '@recado/shared/table/table'
import { Curve, type SignalDataSet } from '@whiskeysockets/baileys'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'recado-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))
const keys = new FileKeys(folder)
const owner = { companyId: 'A', connectionId: 'LOJA', fence: 1 }
const PERSON = '5511955551234.0'

let table: MemoryTable
beforeEach(() => {
  table = new MemoryTable()
})

const open = (of: Partial<typeof owner> = {}, on: Table = table) =>
  AuthRows.open(on, keys, { ...owner, ...of })
const failures: unknown[] = []
const stateOf = async (of: Partial<typeof owner> = {}, on: Table = table) =>
  AuthState.open(await open(of, on), (error) => failures.push(error))
const session = (byte: number) => Buffer.from([byte, 2, 3])
const preKeys = (ids: number[]): SignalDataSet => ({
  'pre-key': Object.fromEntries(ids.map((id) => [id, Curve.generateKeyPair()])),
})
async function rowsIn(on: Table): Promise<Row<{ sealed?: Uint8Array }>[]> {
  const rows: Row<{ sealed?: Uint8Array }>[] = []
  const pk = partition<{ sealed?: Uint8Array }>('A#LOJA')
  for await (const row of allRows(on, { pk })) rows.push(row)
  return rows
}

describe('a connection’s keys', () => {
  test('keys are read back by the next lease owner, and are unreadable in the table', async () => {
    const first = await stateOf()
    await first.saveCreds()
    await first.keys.set({ session: { [PERSON]: session(7) }, ...preKeys([1, 2, 51]) })

    const next = await stateOf({ fence: 2 })
    expect(await next.keys.get('session', [PERSON])).toEqual({ [PERSON]: session(7) })
    expect(Object.keys(await next.keys.get('pre-key', ['1', '2', '51', '52']))).toEqual(['1', '2', '51'])

    const dump = JSON.stringify(await rowsIn(table), (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    )
    for (const readable of ['5511955551234', 'session', 'noiseKey', 'pre-key', 'signedIdentityKey'])
      expect(dump).not.toContain(readable)
  })

  test('a used pre-key is deleted, and two changes of one row are both kept', async () => {
    const state = await stateOf()
    await state.keys.set(preKeys([1, 2, 3]))
    await Promise.all([
      state.keys.set({ 'pre-key': { 1: null } }),
      state.keys.set(preKeys([4, 5])),
      state.keys.set({ 'pre-key': { 2: null } }),
    ])
    const again = await stateOf({ fence: 2 })
    expect(Object.keys(await again.keys.get('pre-key', ['1', '2', '3', '4', '5']))).toEqual(['3', '4', '5'])
  })

  test('keys longer than a row span several rows, and shrink and grow with their content', async () => {
    const long = (bytes: number) => Buffer.alloc(bytes, 7)
    for (const [fence, bytes] of [1_000_000, 2_000_000, 10].entries()) {
      const state = await stateOf({ fence: fence + 1 })
      await state.keys.set({ session: { [PERSON]: long(bytes), other: session(1) } })
      await state.close()
      const next = await stateOf({ fence: fence + 1 })
      expect(await next.keys.get('session', [PERSON, 'other'])).toEqual({
        [PERSON]: long(bytes),
        other: session(1),
      })
      for (const { sealed } of await rowsIn(table))
        if (sealed instanceof Uint8Array) expect(sealed.length).toBeLessThan(400_000)
    }
  })

  test('keys are written in transactions that fit DynamoDB, with all rows of one key together', async () => {
    const transact = vi.spyOn(table, 'transact')
    const state = await stateOf()
    const many = Object.fromEntries([1, 2, 3, 4, 5].map((id) => [`p${id}`, Buffer.alloc(900_000, id)]))
    await state.keys.set({ session: many })
    await state.close()
    const sealed = (write: Write) =>
      'put' in write && 'sealed' in write.put && write.put.sealed instanceof Uint8Array
        ? write.put.sealed.length
        : 0
    const sizes = transact.mock.calls.map(([writes]) => writes.reduce((sum, each) => sum + sealed(each), 0))
    expect(Math.max(...sizes)).toBeLessThan(4_000_000)
    expect(await (await stateOf()).keys.get('session', Object.keys(many))).toEqual(many)
  })

  test('an owner without a lease writes nothing', async () => {
    const old = await stateOf()
    await old.keys.set({ session: { [PERSON]: session(1) } })
    const young = await stateOf({ fence: 2 })
    await old.keys.set({ session: { [PERSON]: session(9) } })
    await expect(old.close()).rejects.toBeInstanceOf(FenceLost)
    expect(failures.splice(0)).toEqual([expect.any(FenceLost)])
    await expect(old.saveCreds()).rejects.toBeInstanceOf(FenceLost)
    await expect(open({ fence: 1 })).rejects.toBeInstanceOf(FenceLost)
    expect(await young.keys.get('session', [PERSON])).toEqual({ [PERSON]: session(1) })
  })

  test('keys open only in their own row of their own connection', async () => {
    const state = await stateOf()
    await state.keys.set({ session: { [PERSON]: session(1), 'other.0': session(2) } })
    await state.close()
    const sealed = (await rowsIn(table)).filter((row) => 'sealed' in row)
    const [one, other] = sealed
    if (!one || !other) throw new Error('There are not two rows')
    await table.put({ ...other, sk: one.sk })
    const again = await stateOf({ fence: 2 })
    await expect(again.keys.get('session', [PERSON, 'other.0'])).rejects.toThrow()
  })

  test('shredded keys cannot be opened, even from a copy of the table', async () => {
    const state = await stateOf()
    await state.keys.set({ session: { [PERSON]: session(1) } })
    await state.close()
    const backup = await rowsIn(table)
    await (await open({ fence: 2 })).shred()
    expect((await rowsIn(table)).map(({ sk }) => sk)).toEqual(['OWNER'])
    for (const row of backup) if (row.sk.startsWith('KEY#')) await table.put(row)
    expect(await (await stateOf({ fence: 3 })).keys.get('session', [PERSON])).toEqual({})
  })

  test('a task that lost its lease shreds no keys of the next owner', async () => {
    const late = await open({ fence: 1 })
    const state = await stateOf({ fence: 2 })
    await state.keys.set({ session: { [PERSON]: session(2) } })
    await state.close()
    for (const forGood of [false, true]) await expect(late.shred(forGood)).rejects.toBeInstanceOf(FenceLost)
    const again = await stateOf({ fence: 3 })
    expect(await again.keys.get('session', [PERSON])).toEqual({ [PERSON]: session(2) })
  })

  test('an account that was never confirmed starts with new keys', async () => {
    const state = await stateOf()
    const { signedIdentityKey } = state.creds
    state.creds.me = { id: '5511955551234@s.whatsapp.net', name: '~' }
    await state.saveCreds()
    const again = await stateOf({ fence: 2 })
    expect(again.creds.me).toBeUndefined()
    expect(again.creds.signedIdentityKey).not.toEqual(signedIdentityKey)
  })
})

describe('an outage of the table', () => {
  class Outage extends MemoryTable {
    isOver = true
    override async transact(...writes: Parameters<MemoryTable['transact']>): Promise<void> {
      if (!this.isOver) throw new Error('Service Unavailable')
      return super.transact(...writes)
    }
  }

  test('pending writes survive the outage and finish before the next owner in this process reads', async () => {
    const broken = new Outage()
    const state = await stateOf({}, broken)
    broken.isOver = false
    await state.keys.set({ session: { [PERSON]: session(7) } })
    // The lease expired meanwhile and came back to this process.
    const next = stateOf({ fence: 2 }, broken)
    broken.isOver = true
    await state.close()
    expect(await (await next).keys.get('session', [PERSON])).toEqual({ [PERSON]: session(7) })
  })

  test('a write of more rows than one transaction is stored completely', async () => {
    const broken = new Outage()
    const state = await stateOf({}, broken)
    broken.isOver = false
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`${index}.0`, session(1)]))
    await state.keys.set({ session: many })
    broken.isOver = true
    await state.close()
    const next = await stateOf({ fence: 2 }, broken)
    expect(Object.keys(await next.keys.get('session', Object.keys(many)))).toHaveLength(250)
  })

  test('changes do not wait during an outage, unless too many are pending', async () => {
    const broken = new Outage()
    const state = await stateOf({}, broken)
    broken.isOver = false
    for (let change = 0; change < 16; change++)
      await state.keys.set({ session: { [`${change}.0`]: session(change) } })
    const oneTooMany = Promise.resolve(state.keys.set({ session: { '20.0': session(20) } }))
    expect(await Promise.race([oneTooMany.then(() => 'taken'), Promise.resolve('waits')])).toBe('waits')
    broken.isOver = true
    await oneTooMany
    const next = await stateOf({ fence: 2 }, broken)
    expect(Object.keys(await next.keys.get('session', ['0.0', '15.0', '20.0']))).toHaveLength(3)
  })
})
