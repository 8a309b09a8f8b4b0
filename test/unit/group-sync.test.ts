import { EventEmitter } from 'node:events'
import { syncGroups } from '@recado/fargate-session/commands/group-sync'
import { rowOfGroup } from '@recado/fargate-session/groups/group-rows'
import { type AllGroups, Groups } from '@recado/fargate-session/groups/groups'
import type { SocketLine } from '@recado/fargate-session/outbound/line'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { putConnection } from '@recado/shared/connections/store'
import { allLists } from '@recado/shared/contact-lists/store'
import { keepGroup } from '@recado/shared/group-lists/group-lists'
import { beginFetch, getFetch } from '@recado/shared/groups/fetches'
import { getGroup, groupsOf } from '@recado/shared/groups/store'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { TenantTable } from '@recado/shared/table/tenant'
import type { BaileysEventMap, GroupMetadata, WASocket } from '@whiskeysockets/baileys'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aConnection } from '../support/builders.ts'
import { EventfulTable } from '../support/eventful-table.ts'

const ANA = '5511955551001'
const ME = { number: '5511900000001', lid: '900' }
const connection = aConnection({ companyId: 'A', name: 'Loja' })
const NOW = Date.parse('2026-11-21T12:00:00Z')

let memory: EventfulTable
let table: TenantTable
let told: LiveEvent[]
let now: number
const ports = () => {
  const log = { warn: () => undefined }
  const publish = async (event: LiveEvent) => void told.push(event)
  const waitUntil = async () => undefined
  return { table: memory, publish, now: () => now, waitUntil, log } as Pick<
    ServicePorts,
    'table' | 'now' | 'publish' | 'waitUntil'
  > as ServicePorts
}
beforeEach(async () => {
  memory = new EventfulTable()
  table = new TenantTable(memory, 'A')
  told = []
  now = NOW
  await putConnection(table, connection)
})

const metadata = (number: number, overrides: Partial<GroupMetadata> = {}): GroupMetadata => ({
  id: `12036300000000000${number}@g.us`,
  subject: `Grupo ${number}`,
  owner: undefined,
  participants: [{ id: `${ANA}@s.whatsapp.net`, admin: 'admin' }],
  ...overrides,
})
const many = (count: number) => Array.from({ length: count }, (_, index) => metadata(index + 1))
const line = (readGroups: () => Promise<AllGroups>, isOpen = true) =>
  ({ readGroups, isOpen: () => isOpen }) as Partial<SocketLine> as SocketLine
const answer = (groups: GroupMetadata[]): AllGroups => ({
  me: ME,
  groups,
  askedAt: now,
  hasLeft: () => false,
})
const sync = (groups: GroupMetadata[] | Error, { isOpen = true, createLists = true } = {}) => {
  const read = async () => {
    if (groups instanceof Error) throw groups
    return answer(groups)
  }
  return carriedOut(line(read, isOpen), createLists)
}
const carriedOut = (open: SocketLine, createLists = false) =>
  syncGroups(ports(), table, open, {
    kind: 'groups',
    companyId: 'A',
    connectionId: connection.id,
    createLists,
  })
const actions = () => told.map(({ action }) => action)

describe('reading all groups of an account', () => {
  test('creates their lists, removes groups it has left, and reports a few lists one by one', async () => {
    await beginFetch(table, connection.id, now)
    await sync(many(3))
    expect(actions()).toEqual(['syncing', 'create', 'create', 'create', 'syncing'])
    expect(told.at(-1)?.body).toMatchObject({
      fetch: { whatsappId: connection.id, whatsappName: 'Loja', status: 'DONE', stored: 3, total: 3 },
    })
    told = []
    await sync(many(2))
    expect(actions()).toEqual(['update', 'update', 'delete'])
    expect((await groupsOf(table, connection.id)).map(({ subject }) => subject)).toEqual([
      'Grupo 1',
      'Grupo 2',
    ])
    expect(await allLists(table, 'GROUP')).toHaveLength(2)
  })

  test('reports many lists in one event', async () => {
    await sync(many(11))
    expect(actions()).toEqual(['reload'])
    expect(await allLists(table, 'GROUP')).toHaveLength(11)
  })

  test('creates no lists if none are wanted', async () => {
    await sync(many(2), { createLists: false })
    expect([await groupsOf(table, connection.id), await allLists(table, 'GROUP')]).toMatchObject([
      [{}, {}],
      [],
    ])
  })

  test('takes a member’s number in one group from another group', async () => {
    const hidden = metadata(1, { participants: [{ id: '100@lid' }] })
    const open = metadata(2, { participants: [{ id: '100@lid', phoneNumber: `${ANA}@s.whatsapp.net` }] })
    await sync([hidden, open])
    const lists = await allLists(table, 'GROUP')
    expect(lists.map(({ valids, group }) => [valids, group?.unknownNumbers])).toEqual([
      [1, 0],
      [1, 0],
    ])
  })

  test('keeps groups joined while the question to WhatsApp was open', async () => {
    const joined = rowOfGroup(metadata(9), connection.id, now, ME)
    const read = async () => {
      await keepGroup(table, joined)
      return answer(many(1))
    }
    await carriedOut(line(read))
    expect((await groupsOf(table, connection.id)).map(({ subject }) => subject)).toEqual([
      'Grupo 1',
      'Grupo 9',
    ])
  })

  test('returns the reason of a failure to a waiting caller, and is retried without one', async () => {
    const failure = new Error('rate-overlimit')
    await expect(sync(failure)).rejects.toBe(failure)
    await beginFetch(table, connection.id, now)
    await sync(failure)
    expect(await getFetch(table, connection.id)).toMatchObject({
      status: 'FAILED',
      error: 'ERR_GROUP_FETCH_FAILED',
    })
    await beginFetch(table, connection.id, now)
    await sync(failure, { isOpen: false })
    expect(await getFetch(table, connection.id)).toMatchObject({ error: 'ERR_WAPP_NOT_INITIALIZED' })
  })

  test('does nothing for a deleted connection', async () => {
    const command = { kind: 'groups', companyId: 'A', connectionId: 'GONE', createLists: true } as const
    await syncGroups(
      ports(),
      table,
      line(() => Promise.reject(new Error('Asked'))),
      command,
    )
    expect(told).toEqual([])
  })
})

/** A socket that reports groups and counts the questions. */
class Telling {
  readonly ev = new EventEmitter()
  readonly user = { id: '5511900000001:1@s.whatsapp.net', lid: '900:1@lid' }
  readonly asked: string[] = []
  answer: (jid: string) => Promise<GroupMetadata> = async (jid) => metadata(Number(jid.slice(17, 18)))
  readonly groupMetadata = (jid: string) => {
    this.asked.push(jid)
    return this.answer(jid)
  }
  readonly groupFetchAllParticipating = async () => {
    const all = Object.fromEntries(many(3).map((group) => [group.id, group]))
    this.tell('groups.update', Object.values(all))
    return all
  }

  get socket(): WASocket {
    return this as unknown as WASocket
  }

  tell<E extends keyof BaileysEventMap>(event: E, what: BaileysEventMap[E]): void {
    this.ev.emit(event, what)
  }
}

describe('WhatsApp’s reports about groups', () => {
  const watching = () => {
    const telling = new Telling()
    const groups = new Groups(ports(), table, connection.id)
    const work: Promise<unknown>[] = []
    groups.watch(telling.socket, (each) => void work.push(each))
    return { telling, groups, done: () => Promise.all(work) }
  }
  const joined = (id: string): BaileysEventMap['group-participants.update'] => ({
    id,
    author: '',
    participants: [{ id: '1@lid' }],
    action: 'add',
  })
  const [first = metadata(1)] = many(1)

  test('the parent of a community is not stored, and a stored one is deleted', async () => {
    await keepGroup(table, rowOfGroup(first, connection.id, now, ME))
    const { telling, done } = watching()
    now += 5
    telling.tell('groups.upsert', [
      { ...first, isCommunity: true },
      metadata(2, { isCommunity: true }),
      metadata(3),
    ])
    await done()
    expect((await groupsOf(table, connection.id)).map(({ subject }) => subject)).toEqual(['Grupo 3'])
  })

  test('a group that is limited to admins is stored as closed, and no more once the account is one', async () => {
    const { telling, done } = watching()
    const isClosed = async () => (await getGroup(table, connection.id, '120363000000000001'))?.onlyAdminsWrite
    const own = (admin: 'admin' | null) => ({ announce: true, participants: [{ id: '900@lid', admin }] })
    telling.answer = async () => metadata(1, own(null))
    telling.tell('groups.update', [{ id: first.id, announce: true }])
    await done()
    expect(await isClosed()).toBe(true)
    now += 5
    telling.answer = async () => metadata(1, own('admin'))
    const promoted = { ...joined(first.id), action: 'promote' as const, participants: [{ id: '900@lid' }] }
    telling.tell('group-participants.update', promoted)
    await vi.waitFor(async () => expect(await isClosed()).toBeUndefined())
  })

  test('a group is read again after a change of its timer', async () => {
    const { telling, groups, done } = watching()
    telling.answer = async () => metadata(1, { ephemeralDuration: 86_400 })
    telling.tell('chats.update', [
      { id: first.id, ephemeralExpiration: 86_400 },
      { id: metadata(2).id, unreadCount: 1 },
    ])
    await done()
    expect(telling.asked).toEqual([first.id])
    expect(await groups.cached(first.id)).toMatchObject({ ephemeralDuration: 86_400 })
  })

  test('many simultaneous changes of one group cause one question, and one more for the latest', async () => {
    const { telling, done } = watching()
    for (let change = 0; change < 20; change++) telling.tell('group-participants.update', joined(first.id))
    await done()
    expect(telling.asked).toHaveLength(2)
    expect(await getGroup(table, connection.id, '120363000000000001')).toMatchObject({ subject: 'Grupo 1' })
  })

  test('reading all groups causes no question per group, and complete reports need none', async () => {
    const { telling, groups, done } = watching()
    expect((await groups.readAll(telling.socket)).groups).toHaveLength(3)
    await done()
    expect(await groupsOf(table, connection.id)).toEqual([])
    telling.tell('groups.update', many(2))
    await done()
    expect(telling.asked).toEqual([])
    expect(await groupsOf(table, connection.id)).toHaveLength(2)
  })

  const CHANGED = metadata(1, { participants: [{ id: '300@lid' }] })
  const lidsOf = async () =>
    (await getGroup(table, connection.id, '120363000000000001'))?.members.map(({ lid }) => lid)

  /** Reads all groups. After WhatsApp’s answer, and before it is stored, there is other news. */
  async function overtaken(by: (telling: Telling) => void, createLists = false) {
    const { telling, groups, done } = watching()
    const read = async () => {
      const all = await groups.readAll(telling.socket)
      now += 5
      by(telling)
      await done()
      return all
    }
    await carriedOut(line(read), createLists)
    return groups.cached(first.id)
  }
  const changes = (telling: Telling) => {
    telling.answer = async () => CHANGED
    telling.tell('group-participants.update', joined(first.id))
  }

  test('a change that comes before all groups are stored stays', async () => {
    expect(await overtaken(changes)).toEqual(CHANGED)
    expect(await lidsOf()).toEqual(['300'])
  })

  test('a group that changed before all groups are stored gets its list, with the changed members', async () => {
    await overtaken(changes, true)
    const lists = await allLists(table, 'GROUP')
    expect(lists.map(({ name, group }) => [name, group?.unknownNumbers])).toContainEqual(['Grupo 1', 1])
    expect(await lidsOf()).toEqual(['300'])
  })

  test('a group that the account leaves before all groups are stored does not come back', async () => {
    const leaves = (telling: Telling) =>
      telling.tell('group-participants.update', {
        ...joined(first.id),
        action: 'remove',
        participants: [{ id: '900@lid' }],
      })
    await overtaken(leaves, true)
    expect((await groupsOf(table, connection.id)).map(({ subject }) => subject)).toEqual([
      'Grupo 2',
      'Grupo 3',
    ])
  })

  test('a group that the account joins again before all groups are stored stays', async () => {
    await keepGroup(table, rowOfGroup(metadata(9), connection.id, now, ME))
    now += 5
    await overtaken((telling) => telling.tell('groups.upsert', [metadata(9)]))
    expect((await groupsOf(table, connection.id)).map(({ subject }) => subject)).toEqual([
      'Grupo 1',
      'Grupo 2',
      'Grupo 3',
      'Grupo 9',
    ])
  })

  describe('a group that the account leaves and joins again at once', () => {
    const leavesAndJoins = (telling: Telling) => {
      now += 5
      telling.tell('group-participants.update', {
        ...joined(first.id),
        action: 'remove',
        participants: [{ id: '900@lid' }],
      })
      now += 5
      telling.tell('groups.upsert', [CHANGED])
    }
    beforeEach(() => sync([first]))

    test('stays with its list if it is deleted slowly', async () => {
      const { telling, groups, done } = watching()
      const isStored = Promise.withResolvers<void>()
      memory.afterGet = (key) => {
        if (!key.pk.includes('#GROUPS#')) return Promise.resolve()
        memory.afterGet = async () => undefined
        return isStored.promise
      }
      leavesAndJoins(telling)
      await vi.waitFor(async () => expect(await lidsOf()).toEqual(['300']))
      isStored.resolve()
      await done()
      expect([await lidsOf(), await groups.cached(first.id)]).toEqual([['300'], CHANGED])
      expect(await allLists(table, 'GROUP')).toHaveLength(1)
    })

    test('stays if it is deleted between the report’s read and its write', async () => {
      const { telling, done } = watching()
      const [isRead, isDeleted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const transact = memory.transact.bind(memory)
      memory.transact = async (writes) => {
        const isDeletion = writes.some((write) => 'delete' in write)
        if (!isDeletion) isRead.resolve()
        await (isDeletion ? isRead : isDeleted).promise
        await transact(writes)
        isDeleted.resolve()
      }
      leavesAndJoins(telling)
      await done()
      expect(await lidsOf()).toEqual(['300'])
    })
  })

  test('an answer that the account is not in a group is not taken if it joined after the question', async () => {
    const { telling, groups, done } = watching()
    await keepGroup(table, rowOfGroup(first, connection.id, now, ME))
    const answers = Promise.withResolvers<GroupMetadata>()
    telling.answer = () => answers.promise
    telling.tell('groups.update', [{ id: first.id, subject: 'Outro' }])
    now += 5
    telling.answer = async () => CHANGED
    telling.tell('groups.upsert', [CHANGED])
    answers.reject(Object.assign(new Error('forbidden'), { data: 403 }))
    await done()
    expect(telling.asked).toHaveLength(2)
    expect([await lidsOf(), await groups.cached(first.id)]).toEqual([['300'], CHANGED])
  })

  test('a report of all groups that the library held back does not undo a change', async () => {
    const { telling, groups, done } = watching()
    changes(telling)
    await done()
    now += 30_000
    telling.tell('groups.update', many(2))
    await done()
    expect([await lidsOf(), await groups.cached(first.id)]).toEqual([['300'], CHANGED])
    expect(await groupsOf(table, connection.id)).toHaveLength(2)
  })

  test('an answer from before a new description of the group is not taken, and WhatsApp is asked again', async () => {
    const { telling, groups, done } = watching()
    const answers = Promise.withResolvers<GroupMetadata>()
    telling.answer = () => answers.promise
    telling.tell('group-participants.update', joined(first.id))
    now += 5
    telling.answer = async () => CHANGED
    telling.tell('groups.upsert', [CHANGED])
    answers.resolve(first)
    await done()
    expect(telling.asked).toHaveLength(2)
    expect([await lidsOf(), await groups.cached(first.id)]).toEqual([['300'], CHANGED])
  })

  test('a group missing from WhatsApp’s answer counts as left', async () => {
    const { telling, done } = watching()
    await sync([first])
    telling.answer = () => Promise.reject(Object.assign(new Error('forbidden'), { data: 403 }))
    telling.tell('groups.update', [{ id: first.id, subject: 'Outro' }])
    await done()
    expect([await groupsOf(table, connection.id), await allLists(table, 'GROUP')]).toEqual([[], []])
    expect(actions()).toEqual(['create', 'delete'])
  })
})
