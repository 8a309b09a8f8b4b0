import { NotInGroup } from '@recado/shared/campaigns/engine/line'
import { keepGroup, type ListNews, leaveGroup } from '@recado/shared/group-lists/group-lists'
import { getGroup } from '@recado/shared/groups/store'
import type { Person } from '@recado/shared/messages/inbound'
import type { TenantTable } from '@recado/shared/table/tenant'
import { type GroupMetadata, isJidGroup, type WASocket } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { patiently } from '../leases/patience.ts'
import type { ServicePorts } from '../ports/ports.ts'
import { personOf } from '../wire/jids.ts'
import { refusalCodeOf } from '../wire/refusal-code.ts'
import { DueGroups } from './due-groups.ts'
import { groupIdIn, isMember, rowOfGroup } from './group-rows.ts'
import { tellList } from './list-news.ts'

/** Groups of one account kept in memory, and their members together: 1,000 members take about 200 KB. */
const CACHED = { max: 50, maxSize: 10_000 }

/** Groups of one account whose last event is remembered. */
const REMEMBERED = 2000
/**
 * The library reads all groups by itself at times, and reports them when it has their answer: at most this long after its question,
 * in milliseconds. It waits a minute for an answer, and holds reports back for half a minute (its event buffer).
 */
const REPORTED_WITHIN_MS = 90_000

/** WhatsApp's answer about all groups of an account. */
export interface AllGroups {
  /** The account. */
  me: Person | undefined
  /** Without parents of communities. The reader may empty it as it goes: all groups together take much memory. */
  groups: GroupMetadata[]
  /** When WhatsApp was asked, in milliseconds since 1970. */
  askedAt: number
  /** Whether the account has left a group since. @param groupId digits */
  hasLeft(groupId: string): boolean
}

/** WhatsApp's last event about a group: a change, or that the account has left it. Milliseconds since 1970. */
interface LastEvent {
  at: number
  hasLeft: boolean
}
const NO_EVENT: LastEvent = { at: 0, hasLeft: false }

type Ports = Pick<ServicePorts, 'publish' | 'now' | 'waitUntil'>

/**
 * The groups of one account: in memory for sending, in the table for display. WhatsApp's events update both. An answer to a question
 * from before the last event about a group is out of date, and changes nothing.
 */
export class Groups {
  readonly #ports: Ports
  readonly #table: TenantTable
  readonly #connectionId: string
  readonly #cache = new LRUCache<string, GroupMetadata>({
    ...CACHED,
    sizeCalculation: ({ participants }) => Math.max(1, participants.length),
  })
  /** Questions under way. */
  readonly #asking = new Map<string, Promise<GroupMetadata | undefined>>()
  readonly #due: DueGroups
  /** By the group's id. */
  readonly #lastEvents = new LRUCache<string, LastEvent>({ max: REMEMBERED })
  /** The latest one. */
  #socket: WASocket | undefined
  #readsAll = false

  constructor(ports: Ports, table: TenantTable, connectionId: string) {
    this.#ports = ports
    this.#due = new DueGroups(ports, (jid) => this.#readDue(jid))
    this.#table = table
    this.#connectionId = connectionId
  }

  /** For Baileys, which asks WhatsApp at every message to a group missing here. */
  readonly cached = async (jid: string): Promise<GroupMetadata | undefined> => this.#cache.get(jid)

  /** Listens to WhatsApp's events about groups. @param guard handles failures */
  watch(socket: WASocket, guard: (work: Promise<unknown>) => void): void {
    this.#socket = socket
    const again = (jid: string) => {
      this.#noteEvent(jid)
      // The next message to the group asks at once.
      this.#cache.delete(jid)
      guard(this.#due.add(jid))
    }
    socket.ev.on('connection.update', ({ connection }) => {
      if (connection === 'open') guard(this.#due.resume())
      if (connection === 'close' && this.#socket === socket) this.#due.halt()
    })
    socket.ev.on('groups.upsert', (groups) => {
      for (const { id } of groups) {
        this.#noteEvent(id)
        // A question under way may be answered from before this event.
        if (this.#asking.has(id)) guard(this.#due.add(id))
      }
      guard(this.#keepAll(groups, this.#ports.now()))
    })
    socket.ev.on('groups.update', (changes) => {
      const whole = changes.filter(isWhole)
      // The caller of `readAll` stores the groups.
      if (!this.#readsAll) guard(this.#keepAll(whole, this.#ports.now() - REPORTED_WITHIN_MS))
      for (const change of changes) if (change.id && !isWhole(change)) again(change.id)
    })
    // The library reports a group's new timer here only.
    socket.ev.on('chats.update', (changes) => {
      for (const { id, ephemeralExpiration } of changes)
        if (id && isJidGroup(id) && ephemeralExpiration !== undefined) again(id)
    })
    socket.ev.on('group-participants.update', ({ id, action, participants }) => {
      const left = action === 'remove' && participants.some((one) => isMember(one, accountOf(socket)))
      if (left) guard(this.#forget(id))
      else again(id)
    })
  }

  /** All groups of the account with their members, from one answer of WhatsApp. */
  async readAll(socket: WASocket): Promise<AllGroups> {
    this.#readsAll = true
    const askedAt = this.#ports.now()
    try {
      const all = Object.values(await socket.groupFetchAllParticipating())
      const groups = all.filter(({ isCommunity }) => !isCommunity)
      for (const group of groups) this.#remember(group, askedAt)
      return { me: accountOf(socket), groups, askedAt, hasLeft: (groupId) => this.#hasLeft(groupId, askedAt) }
    } finally {
      this.#readsAll = false
    }
  }

  /** Loads a group before the moment of sending to it. @throws NotInGroup if the account is not in it */
  async prepare(socket: WASocket, jid: string): Promise<GroupMetadata> {
    const group = this.#cache.get(jid) ?? (await this.#readUntilCurrent(socket, jid))
    if (!group) throw new NotInGroup()
    return group
  }

  /** Reads a group until it does not change meanwhile, or forgets it if the account is not in it. */
  async #readUntilCurrent(socket: WASocket, jid: string): Promise<GroupMetadata | undefined> {
    for (;;) {
      const group = await this.#read(socket, jid)
      if (this.#due.has(jid)) continue
      if (!group) await this.#forget(jid)
      return group
    }
  }

  /** Reads a group once, after an event. */
  async #readDue(jid: string): Promise<void> {
    if (!this.#socket) return
    const group = await this.#read(this.#socket, jid)
    // It may have joined the group again since the question.
    if (!group && !this.#due.has(jid)) await this.#forget(jid)
  }

  /** Asks WhatsApp, unless a question is under way. @returns undefined if the account is not in the group */
  #read(socket: WASocket, jid: string): Promise<GroupMetadata | undefined> {
    const asking = this.#asking.get(jid) ?? this.#ask(socket, jid).finally(() => this.#asking.delete(jid))
    this.#asking.set(jid, asking)
    return asking
  }

  async #ask(socket: WASocket, jid: string): Promise<GroupMetadata | undefined> {
    const askedAt = this.#ports.now()
    const group = await this.#due.question(jid, () => unlessOthers(socket.groupMetadata(jid)))
    if (group) await this.#keep(group, askedAt)
    return group
  }

  /** @param askedAt when WhatsApp was asked for them at the earliest, in milliseconds since 1970 */
  async #keepAll(groups: readonly GroupMetadata[], askedAt: number): Promise<void> {
    for (const group of groups) await this.#keep(group, askedAt)
  }

  async #keep(group: GroupMetadata, askedAt: number): Promise<void> {
    if (group.isCommunity) return this.#forget(group.id)
    if (!this.#remember(group, askedAt)) return
    const row = rowOfGroup(group, this.#connectionId, askedAt, accountOf(this.#socket))
    const keep = () => keepGroup(this.#table, row, undefined, this.#ports.publish)
    await this.#tell(await patiently(keep))
  }

  /** @returns false if the group has changed since WhatsApp was asked: a later read gets it */
  #remember(group: GroupMetadata, askedAt: number): boolean {
    const { at } = this.#lastEvents.get(groupIdIn(group.id)) ?? NO_EVENT
    if (askedAt < at) return false
    if (askedAt > at) this.#due.remove(group.id)
    this.#cache.set(group.id, group)
    return true
  }

  #noteEvent(jid: string): void {
    this.#lastEvents.set(groupIdIn(jid), { at: this.#ports.now(), hasLeft: false })
  }

  #hasLeft(groupId: string, since: number): boolean {
    const { at, hasLeft } = this.#lastEvents.get(groupId) ?? NO_EVENT
    return hasLeft && at >= since
  }

  async #forget(jid: string): Promise<void> {
    const at = this.#ports.now()
    this.#lastEvents.set(groupIdIn(jid), { at, hasLeft: true })
    this.#due.remove(jid)
    this.#cache.delete(jid)
    const groupId = groupIdIn(jid)
    if (!(await getGroup(this.#table, this.#connectionId, groupId))) return
    const left = new Date(at).toISOString()
    const leave = () => leaveGroup(this.#table, this.#connectionId, groupId, left, left)
    await this.#tell(await patiently(leave))
    // The account joined again meanwhile: its group may have been stored before the deletion.
    const [joined, event] = [this.#cache.get(jid), this.#lastEvents.get(groupId)]
    if (joined && event && !event.hasLeft) await this.#keep(joined, event.at)
  }

  async #tell(news: ListNews | undefined): Promise<void> {
    if (news) await tellList(this.#ports, this.#table, news)
  }
}

const accountOf = (socket: WASocket | undefined) => personOf(socket?.user?.id, socket?.user?.lid)

/** After a read of all groups, the library reports each as a change. */
const isWhole = (group: Partial<GroupMetadata>): group is GroupMetadata =>
  group.id !== undefined && group.subject !== undefined && group.participants !== undefined

/**
 * WhatsApp's answer about a group; undefined if the account is not in it, or if it is the parent of a community. That one is no
 * chat: it shows in lists like a group, and messages to it do not work (reported: green-api#705).
 */
async function unlessOthers(asked: Promise<GroupMetadata>): Promise<GroupMetadata | undefined> {
  try {
    const group = await asked
    return group.isCommunity ? undefined : group
  } catch (error) {
    if (!isOthers(error)) throw error
    return undefined
  }
}

/** WhatsApp's answers for a group that the account is not in, or that does not exist. */
const isOthers = (error: unknown): boolean => [403, 404].includes(refusalCodeOf(error) ?? 0)
