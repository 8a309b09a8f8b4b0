import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AuthState } from '@recado/fargate-session/auth-state/auth-state'
import { KeysClosed } from '@recado/fargate-session/auth-state/key-writer'
import { AuthRows } from '@recado/fargate-session/auth-state/rows'
import { FenceLost } from '@recado/fargate-session/leases/fence'
import { FileKeys } from '@recado/shared/secrets/file-keys'
import { MemoryTable } from '@recado/shared/table/memory'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'recado-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))
const keys = new FileKeys(folder)
const GROUP = '120363000@g.us'
const MEMBERS = 150

/** A table that accepts this many more transactions and then none: the writer has died, or lost its lease. */
class EndingTable extends MemoryTable {
  transactionsLeft = Number.POSITIVE_INFINITY
  readonly #begun = Promise.withResolvers<void>()
  /** Resolves when the first transaction begins. */
  readonly isWriting = this.#begun.promise
  override async transact(...writes: Parameters<MemoryTable['transact']>): Promise<void> {
    this.#begun.resolve()
    if (this.transactionsLeft-- <= 0) throw new FenceLost()
    return super.transact(...writes)
  }
}

let table: EndingTable
let failures: unknown[]
beforeEach(() => {
  table = new EndingTable()
  failures = []
})

async function opened(fence: number): Promise<AuthState> {
  const rows = await AuthRows.open(table, keys, { companyId: 'A', connectionId: 'LOJA', fence })
  return AuthState.open(rows, (error) => failures.push(error))
}
const names = Array.from({ length: MEMBERS }, (_, index) => `55119555${10_000 + index}.0`)
const session = (byte: number) => Buffer.from([byte])
const sessions = Object.fromEntries(names.map((name) => [name, session(1)]))

describe('the keys of a message to a large group', () => {
  const sent = {
    // First, since the library may list it first.
    'sender-key-memory': { [GROUP]: Object.fromEntries(names.map((name) => [name, true])) },
    'sender-key': { [`${GROUP}::5511955550000::0`]: session(2) },
    session: sessions,
  }
  const isSaidToHaveIt = async (state: AuthState) =>
    GROUP in (await state.keys.get('sender-key-memory', [GROUP]))

  test('record no member as owner of the group’s key if the write is interrupted', async () => {
    const state = await opened(1)
    table.transactionsLeft = 1
    await state.keys.set(sent)
    await expect(state.close()).rejects.toBeInstanceOf(FenceLost)
    table.transactionsLeft = Number.POSITIVE_INFINITY
    const next = await opened(2)
    expect(Object.keys(await next.keys.get('session', names)).length).toBeGreaterThan(0)
    expect(await isSaidToHaveIt(next)).toBe(false)
  })

  test('are stored completely otherwise', async () => {
    const state = await opened(1)
    await state.keys.set(sent)
    await state.close()
    const next = await opened(2)
    expect(Object.keys(await next.keys.get('session', names))).toHaveLength(MEMBERS)
    expect(await isSaidToHaveIt(next)).toBe(true)
  })
})

describe('keys that cannot be stored', () => {
  test('are reported once, and no later change is accepted', async () => {
    const state = await opened(1)
    table.transactionsLeft = 0
    await state.keys.set({ session: { 'a.0': session(1) } })
    await expect(state.close()).rejects.toBeInstanceOf(FenceLost)
    await expect(state.close()).rejects.toBeInstanceOf(FenceLost)
    await expect(state.keys.set({ session: { 'b.0': session(1) } })).rejects.toBeInstanceOf(FenceLost)
    await expect(state.saveCreds()).rejects.toBeInstanceOf(FenceLost)
    expect(failures).toHaveLength(1)
    table.transactionsLeft = Number.POSITIVE_INFINITY
    expect(await (await opened(2)).keys.get('session', ['a.0', 'b.0'])).toEqual({})
  })

  test('do not undo earlier writes', async () => {
    const state = await opened(1)
    await state.keys.set({ session: { 'a.0': session(1) } })
    await state.close()
    const next = await opened(1)
    table.transactionsLeft = 0
    await next.keys.set({ session: { 'a.0': session(2) } })
    await expect(next.close()).rejects.toBeInstanceOf(FenceLost)
    table.transactionsLeft = Number.POSITIVE_INFINITY
    expect(await (await opened(2)).keys.get('session', ['a.0'])).toEqual({ 'a.0': session(1) })
  })
})

describe('several changes of a key', () => {
  test('keep the last one, which is read before it is stored', async () => {
    const state = await opened(1)
    const changes = [session(1), session(2), null, session(3)]
    for (const change of changes) void state.keys.set({ session: { 'a.0': change, 'b.0': session(9) } })
    void state.keys.set({ session: { 'b.0': null } })
    expect(await state.keys.get('session', ['a.0', 'b.0'])).toEqual({ 'a.0': session(3) })
    await state.close()
    expect(await (await opened(2)).keys.get('session', ['a.0', 'b.0'])).toEqual({ 'a.0': session(3) })
  })

  test('during a write are stored before the keys are closed', async () => {
    const state = await opened(1)
    await state.keys.set({ session: { 'a.0': session(1) } })
    await table.isWriting
    await state.keys.set({ session: { 'b.0': session(2) } })
    await state.close()
    const found = await (await opened(2)).keys.get('session', ['a.0', 'b.0'])
    expect(found).toEqual({ 'a.0': session(1), 'b.0': session(2) })
  })

  test('closing keys without changes writes nothing', async () => {
    const state = await opened(1)
    table.transactionsLeft = 0
    await state.close()
    expect(failures).toEqual([])
  })
})

describe('closed keys', () => {
  test('refuse changes by the old socket and leave the next socket’s keys alone', async () => {
    const old = await opened(1)
    await old.keys.set({ session: { 'a.0': session(1) } })
    await old.close()
    const next = await opened(1)
    await next.keys.set({ session: { 'a.0': session(2) } })
    await expect(old.keys.set({ session: { 'a.0': session(3) } })).rejects.toBeInstanceOf(KeysClosed)
    await expect(old.saveCreds()).rejects.toBeInstanceOf(KeysClosed)
    await next.close()
    await old.close()
    expect(failures).toEqual([])
    expect(await (await opened(2)).keys.get('session', ['a.0'])).toEqual({ 'a.0': session(2) })
  })
})
