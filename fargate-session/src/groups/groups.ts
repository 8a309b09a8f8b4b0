import { NotInGroup } from '@recado/shared/campaigns/engine/line'
import { keepGroup, type ListNews, leaveGroup } from '@recado/shared/group-lists/group-lists'
import { getGroup } from '@recado/shared/groups/store'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { GroupMetadata, GroupParticipant, WASocket } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { patiently } from '../leases/patience.ts'
import type { ServicePorts } from '../ports/ports.ts'
import { personOf } from '../wire/jids.ts'
import { groupIdIn, memberOf, rowOfGroup } from './group-rows.ts'
import { tellList } from './list-news.ts'

/** Groups of one account kept in memory; one of 1,000 members takes about 200 KB. */
const CACHED = 50

/** A read under way. `state.again`: the group changed meanwhile, so it is read once more. */
interface Reading {
  done: Promise<GroupMetadata>
  state: { again: boolean }
}

/** The groups of one account: in memory for sending, in the table for display. WhatsApp's events update both. */
export class Groups {
  readonly #ports: Pick<ServicePorts, 'publish' | 'now'>
  readonly #table: TenantTable
  readonly #connectionId: string
  readonly #cache = new LRUCache<string, GroupMetadata>({ max: CACHED })
  readonly #readings = new Map<string, Reading>()
  #readsAll = false

  constructor(ports: Pick<ServicePorts, 'publish' | 'now'>, table: TenantTable, connectionId: string) {
    this.#ports = ports
    this.#table = table
    this.#connectionId = connectionId
  }

  /** For Baileys, which asks WhatsApp at every message to a group missing here. */
  readonly cached = async (jid: string): Promise<GroupMetadata | undefined> => this.#cache.get(jid)

  /** Listens to WhatsApp's events about groups. @param guard handles failures */
  watch(socket: WASocket, guard: (work: Promise<unknown>) => void): void {
    const again = (jid: string) => guard(this.#follow(socket, jid))
    socket.ev.on('groups.upsert', (groups) => guard(this.#keepAll(groups)))
    socket.ev.on('groups.update', (changes) => {
      const whole = changes.filter(isWhole)
      // The caller of `readAll` stores the groups.
      if (!this.#readsAll) guard(this.#keepAll(whole))
      for (const change of changes) if (change.id && !isWhole(change)) again(change.id)
    })
    socket.ev.on('group-participants.update', ({ id, action, participants }) => {
      const me = personOf(socket.user?.id, socket.user?.lid)
      const left = action === 'remove' && participants.some((one) => isMember(one, me))
      if (left) guard(this.#forget(id))
      else again(id)
    })
  }

  /** All groups of the account with their members, from one answer of WhatsApp. */
  async readAll(socket: WASocket): Promise<GroupMetadata[]> {
    this.#readsAll = true
    try {
      const groups = Object.values(await socket.groupFetchAllParticipating())
      for (const group of groups) this.#cache.set(group.id, group)
      return groups
    } finally {
      this.#readsAll = false
    }
  }

  /** Loads a group before the moment of sending to it. @throws NotInGroup if the account is not in it */
  async prepare(socket: WASocket, jid: string): Promise<GroupMetadata> {
    const group = this.#cache.get(jid) ?? (await this.#follow(socket, jid))
    if (!group) throw new NotInGroup()
    return group
  }

  /** Reads a group, or forgets it if the account is not in it. */
  async #follow(socket: WASocket, jid: string): Promise<GroupMetadata | undefined> {
    try {
      return await this.#readAgain(socket, jid)
    } catch (error) {
      if (!isOthers(error)) throw error
      await this.#forget(jid)
      return undefined
    }
  }

  /** Many changes at once cause one read. A change during the read causes another one. */
  #readAgain(socket: WASocket, jid: string): Promise<GroupMetadata> {
    const reading = this.#readings.get(jid)
    if (reading) {
      reading.state.again = true
      return reading.done
    }
    this.#cache.delete(jid)
    const state = { again: false }
    const done = this.#readUntilCurrent(socket, jid, state).finally(() => this.#readings.delete(jid))
    this.#readings.set(jid, { done, state })
    return done
  }

  async #readUntilCurrent(socket: WASocket, jid: string, state: Reading['state']): Promise<GroupMetadata> {
    for (;;) {
      state.again = false
      const group = await socket.groupMetadata(jid)
      await this.#keep(group)
      if (!state.again) return group
    }
  }

  async #keepAll(groups: readonly GroupMetadata[]): Promise<void> {
    for (const group of groups) await this.#keep(group)
  }

  async #keep(group: GroupMetadata): Promise<void> {
    this.#cache.set(group.id, group)
    const row = rowOfGroup(group, this.#connectionId, this.#ports.now())
    const keep = () => keepGroup(this.#table, row, undefined, this.#ports.publish)
    await this.#tell(await patiently(keep))
  }

  async #forget(jid: string): Promise<void> {
    this.#cache.delete(jid)
    const groupId = groupIdIn(jid)
    if (!(await getGroup(this.#table, this.#connectionId, groupId))) return
    const now = new Date(this.#ports.now()).toISOString()
    await this.#tell(await patiently(() => leaveGroup(this.#table, this.#connectionId, groupId, now)))
  }

  async #tell(news: ListNews | undefined): Promise<void> {
    if (news) await tellList(this.#ports, this.#table, news)
  }
}

const isMember = (participant: GroupParticipant, me: ReturnType<typeof personOf>): boolean => {
  const { number, lid } = memberOf(participant)
  return (number !== null && number === me?.number) || (lid !== null && lid === me?.lid)
}

/** After a read of all groups, the library reports each as a change. */
const isWhole = (group: Partial<GroupMetadata>): group is GroupMetadata =>
  group.id !== undefined && group.subject !== undefined && group.participants !== undefined

/** WhatsApp's answer for a group that the account is not in, or that does not exist. */
const isOthers = (error: unknown): boolean =>
  error instanceof Error && 'data' in error && (error.data === 403 || error.data === 404)
