import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AuthState } from '@recado/fargate-session/auth-state/auth-state'
import { FenceLost } from '@recado/fargate-session/auth-state/fence'
import { AuthRows } from '@recado/fargate-session/auth-state/rows'
import { FileKeys } from '@recado/shared/secrets/file-keys'
import { MemoryTable } from '@recado/shared/table/memory'
import { allRows, type Row, type Table, type Write } from '@recado/shared/table/table'
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
async function rowsIn(on: Table): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of allRows<Row>(on, { pk: 'A#LOJA' })) rows.push(row)
  return rows
}

describe('the keys of a connection', () => {
  test('are read back by whoever owns it next, and cannot be read in the table', async () => {
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

  test('a pre-key that was used is gone, and of two changes of one row neither is lost', async () => {
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

  test('longer than a row are in several, and follow when they get longer and shorter', async () => {
    const long = (bytes: number) => Buffer.alloc(bytes, 7)
    for (const [fence, bytes] of [1_000_000, 2_000_000, 10].entries()) {
      const state = await stateOf({ fence: fence + 1 })
      await state.keys.set({ session: { [PERSON]: long(bytes), other: session(1) } })
      await state.flush()
      const next = await stateOf({ fence: fence + 1 })
      expect(await next.keys.get('session', [PERSON, 'other'])).toEqual({
        [PERSON]: long(bytes),
        other: session(1),
      })
      for (const { sealed } of await rowsIn(table))
        if (sealed instanceof Uint8Array) expect(sealed.length).toBeLessThan(400_000)
    }
  })

  test('go in transactions that DynamoDB takes, and those of one text together', async () => {
    const transact = vi.spyOn(table, 'transact')
    const state = await stateOf()
    const many = Object.fromEntries([1, 2, 3, 4, 5].map((id) => [`p${id}`, Buffer.alloc(900_000, id)]))
    await state.keys.set({ session: many })
    await state.flush()
    const sealed = (write: Write) =>
      'put' in write && write.put.sealed instanceof Uint8Array ? write.put.sealed.length : 0
    const sizes = transact.mock.calls.map(([writes]) => writes.reduce((sum, each) => sum + sealed(each), 0))
    expect(Math.max(...sizes)).toBeLessThan(4_000_000)
    expect(await (await stateOf()).keys.get('session', Object.keys(many))).toEqual(many)
  })

  test('an owner whose lease has gone writes nothing', async () => {
    const old = await stateOf()
    await old.keys.set({ session: { [PERSON]: session(1) } })
    const young = await stateOf({ fence: 2 })
    await old.keys.set({ session: { [PERSON]: session(9) } })
    await expect(old.flush()).rejects.toBeInstanceOf(FenceLost)
    expect(failures.splice(0)).toEqual([expect.any(FenceLost)])
    await expect(old.saveCreds()).rejects.toBeInstanceOf(FenceLost)
    await expect(open({ fence: 1 })).rejects.toBeInstanceOf(FenceLost)
    expect(await young.keys.get('session', [PERSON])).toEqual({ [PERSON]: session(1) })
  })

  test('open in their own row of their own connection alone', async () => {
    const state = await stateOf()
    await state.keys.set({ session: { [PERSON]: session(1), 'other.0': session(2) } })
    await state.flush()
    const sealed = (await rowsIn(table)).filter((row) => 'sealed' in row)
    const [one, other] = sealed
    if (!one || !other) throw new Error('There are not two rows')
    await table.put({ ...other, sk: one.sk })
    const again = await stateOf({ fence: 2 })
    await expect(again.keys.get('session', [PERSON, 'other.0'])).rejects.toThrow()
  })

  test('shredded, they cannot be opened even from a copy of the table', async () => {
    const state = await stateOf()
    await state.keys.set({ session: { [PERSON]: session(1) } })
    await state.flush()
    const backup = await rowsIn(table)
    await (await open({ fence: 2 })).shred()
    expect((await rowsIn(table)).map(({ sk }) => sk)).toEqual(['OWNER'])
    for (const row of backup) if (row.sk.startsWith('KEY#')) await table.put(row)
    expect(await (await stateOf({ fence: 3 })).keys.get('session', [PERSON])).toEqual({})
  })

  test('an account that was never confirmed is begun anew', async () => {
    const state = await stateOf()
    const { registrationId } = state.creds
    state.creds.me = { id: '5511955551234@s.whatsapp.net', name: '~' }
    await state.saveCreds()
    const again = await stateOf({ fence: 2 })
    expect(again.creds.me).toBeUndefined()
    expect(again.creds.registrationId).not.toBe(registrationId)
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

  test('is sat out: what was to be written is written, before the next owner here reads it', async () => {
    const broken = new Outage()
    const state = await stateOf({}, broken)
    broken.isOver = false
    await state.keys.set({ session: { [PERSON]: session(7) } })
    // The lease ran out meanwhile and came back to this process.
    const next = stateOf({ fence: 2 }, broken)
    broken.isOver = true
    await state.flush()
    expect(await (await next).keys.get('session', [PERSON])).toEqual({ [PERSON]: session(7) })
  })

  test('a write of more rows than one transaction takes is there as a whole', async () => {
    const broken = new Outage()
    const state = await stateOf({}, broken)
    broken.isOver = false
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`${index}.0`, session(1)]))
    await state.keys.set({ session: many })
    broken.isOver = true
    await state.flush()
    const next = await stateOf({ fence: 2 }, broken)
    expect(Object.keys(await next.keys.get('session', Object.keys(many)))).toHaveLength(250)
  })

  test('is no reason to wait for each change, but for too many', async () => {
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
