import {
  forgetGroup,
  type Group,
  type GroupMember,
  getGroup,
  putGroup,
  replaceGroups,
} from '@recado/shared/groups/store'
import type { TenantTable } from '@recado/shared/table/tenant'
import { type GroupMetadata, type GroupParticipant, jidDecode, type WASocket } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { personOf } from './inbound/jids.ts'
import { patiently } from './patience.ts'

/** Groups of one account kept in memory; one of 1,000 members takes about 200 KB. */
const CACHED = 50

/**
 * The groups of one account: what sending needs is kept in memory, what people are shown in the table, and
 * WhatsApp's events keep both right.
 */
export class Groups {
  readonly #table: TenantTable
  readonly #connectionId: string
  readonly #now: () => number
  readonly #cache = new LRUCache<string, GroupMetadata>({ max: CACHED })

  constructor(table: TenantTable, connectionId: string, now: () => number) {
    this.#table = table
    this.#connectionId = connectionId
    this.#now = now
  }

  /** For Baileys, which asks WhatsApp at every message to a group that is not known here. */
  readonly cached = async (jid: string): Promise<GroupMetadata | undefined> => this.#cache.get(jid)

  /** Follows what WhatsApp tells of groups. @param guard takes care of what fails */
  watch(socket: WASocket, guard: (work: Promise<unknown>) => void): void {
    const again = (jid: string) => guard(this.#readAgain(socket, jid))
    socket.ev.on('groups.upsert', (groups) => guard(this.#keep(groups)))
    socket.ev.on('groups.update', (changes) => {
      for (const { id } of changes) if (id) again(id)
    })
    socket.ev.on('group-participants.update', ({ id, action, participants }) => {
      const me = personOf(socket.user?.id, socket.user?.lid)
      const left = action === 'remove' && participants.some((one) => isMember(one, me))
      if (left) guard(this.#forget(id))
      else again(id)
    })
  }

  /** Asks for all groups with their members. @returns how many there are */
  async fetchAll(socket: WASocket): Promise<number> {
    const groups = Object.values(await socket.groupFetchAllParticipating())
    for (const group of groups) this.#cache.set(group.id, group)
    const rows = groups.map((group) => this.#rowOf(group))
    await patiently(() => replaceGroups(this.#table, this.#connectionId, rows))
    return groups.length
  }

  /** Knows a group before the moment of sending to it. */
  async prepare(socket: WASocket, jid: string): Promise<GroupMetadata> {
    return this.#cache.get(jid) ?? this.#readAgain(socket, jid)
  }

  async #readAgain(socket: WASocket, jid: string): Promise<GroupMetadata> {
    this.#cache.delete(jid)
    const group = await socket.groupMetadata(jid)
    await this.#keep([group])
    return group
  }

  async #keep(groups: GroupMetadata[]): Promise<void> {
    for (const group of groups) {
      this.#cache.set(group.id, group)
      await patiently(() => putGroup(this.#table, this.#rowOf(group)))
    }
  }

  async #forget(jid: string): Promise<void> {
    this.#cache.delete(jid)
    const { user: groupId = '' } = jidDecode(jid) ?? {}
    const known = await getGroup(this.#table, this.#connectionId, groupId)
    if (known) await patiently(() => forgetGroup(this.#table, this.#connectionId, groupId))
  }

  #rowOf({ id, subject, addressingMode, participants }: GroupMetadata): Group {
    return {
      connectionId: this.#connectionId,
      groupId: jidDecode(id)?.user ?? id,
      subject,
      addressing: addressingMode === 'lid' ? 'lid' : 'pn',
      members: participants.map(memberOf),
      updatedAt: new Date(this.#now()).toISOString(),
    }
  }
}

function memberOf({ id, lid, phoneNumber, admin }: GroupParticipant): GroupMember {
  const person = personOf(id, lid, phoneNumber)
  return { number: person?.number ?? null, lid: person?.lid ?? null, admin: Boolean(admin) }
}

const isMember = (participant: GroupParticipant, me: ReturnType<typeof personOf>): boolean => {
  const { number, lid } = memberOf(participant)
  return (number !== null && number === me?.number) || (lid !== null && lid === me?.lid)
}
