import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import type { Parcel } from '../companions/outbox.ts'
import { stanza } from '../wire/stanza.ts'
import { type Group, isAdmin, type Member, memberOf } from './groups.ts'
import { asParticipant } from './identities.ts'
import { groupNode, notify } from './notices.ts'
import type { GroupWorld } from './world.ts'

/** A change of a member, in the words of `w:g2` and its notifications. */
export type Change = 'add' | 'remove' | 'promote' | 'demote'

export type NewGroup = {
  subject: string
  owner: Account
  members: { account: Account; hidden: boolean; admin: boolean }[]
  addressing: 'lid' | 'pn'
  /** The parent of a community: listed like a group, and no chat. */
  isCommunity?: boolean
}

/** Creates a group with its owner first, and informs the members' linked devices. */
export function createGroup(
  simulation: GroupWorld,
  { owner, members, subject, addressing, isCommunity = false }: NewGroup,
): Group {
  const { groups, database, outbox } = simulation
  const { group, parcels } = database.transaction(() => {
    const id = groups.create({ subject, owner: owner.number, addressing, isCommunity, at: simulation.now() })
    for (const { account, hidden, admin } of members) {
      const rank = account.number === owner.number ? 'superadmin' : admin ? 'admin' : 'member'
      groups.addMember(id, { number: account.number, rank, hidden })
      if (hidden) simulation.accounts.hideNumber(account)
    }
    const made = known(simulation, id)
    return { group: made, parcels: announce(simulation, made, made.members) }
  })
  outbox.release(parcels)
  return group
}

/**
 * Adds, removes, promotes or demotes members. Returns the changed ones: a member cannot be added, and an admin
 * cannot be promoted.
 */
export function changeMembers(
  simulation: GroupWorld,
  group: Group,
  { actor, change, accounts }: { actor: Member; change: Change; accounts: Account[] },
): Member[] {
  const { database, outbox } = simulation
  const { affected, parcels } = database.transaction(() => {
    const concerned = accounts.filter((account) => isPossible(change, memberOf(group, account)))
    for (const { number } of concerned) apply(simulation, group, change, number)
    const after = known(simulation, group.id)
    // A removed member is only in the old group, an added one only in the new group.
    const found = concerned.flatMap((account) => memberOf(after, account) ?? memberOf(group, account) ?? [])
    return { affected: found, parcels: tell(simulation, { before: group, after, actor, change, found }) }
  })
  outbox.release(parcels)
  return affected
}

export function renameGroup(simulation: GroupWorld, group: Group, actor: Member, subject: string): void {
  const { database, outbox, groups } = simulation
  const parcels = database.transaction(() => {
    groups.rename(group.id, subject, simulation.now())
    return notify(simulation, group, { actor, content: stanza('subject', { subject }), to: group.members })
  })
  outbox.release(parcels)
}

/** Decides whether only admins may write. */
export function limitToAdmins(
  simulation: GroupWorld,
  group: Group,
  actor: Member,
  onlyAdmins: boolean,
): void {
  changeSetting(simulation, group, actor, stanza(onlyAdmins ? 'announcement' : 'not_announcement', {}), () =>
    simulation.groups.setOnlyAdmins(group.id, onlyAdmins),
  )
}

/** Sets the timer of disappearing messages, in seconds; 0: messages stay. */
export function setTimer(simulation: GroupWorld, group: Group, actor: Member, seconds: number): void {
  const content = seconds ? stanza('ephemeral', { expiration: String(seconds) }) : stanza('not_ephemeral', {})
  changeSetting(simulation, group, actor, content, () => simulation.groups.setTimer(group.id, seconds))
}

function changeSetting(
  simulation: GroupWorld,
  group: Group,
  actor: Member,
  content: BinaryNode,
  change: () => void,
): void {
  const parcels = simulation.database.transaction(() => {
    change()
    return notify(simulation, group, { actor, content, to: group.members })
  })
  simulation.outbox.release(parcels)
}

/** Default actor of a change: the owner, or any remaining admin. */
export function actorOf(group: Group): Member | undefined {
  return memberOf(group, { number: group.owner }) ?? group.members.find(isAdmin) ?? group.members[0]
}

/** The owner's rank cannot change. */
function isPossible(change: Change, member: Member | undefined): boolean {
  if (change === 'add') return member === undefined
  if (change === 'remove') return member !== undefined
  return member?.rank === (change === 'promote' ? 'member' : 'admin')
}

function apply({ groups }: GroupWorld, group: Group, change: Change, number: string): void {
  if (change === 'add') groups.addMember(group.id, { number, rank: 'member', hidden: false })
  else if (change === 'remove') groups.removeMember(group.id, number)
  else groups.setRank(group.id, number, change === 'promote' ? 'admin' : 'member')
}

function tell(
  simulation: GroupWorld,
  told: { before: Group; after: Group; actor: Member; change: Change; found: Member[] },
): Parcel[] {
  const { before, after, actor, change, found } = told
  if (found.length === 0) return []
  const participants = found.map((member) => stanza('participant', asParticipant(after, member)))
  const everybody = change === 'add' ? after.members : before.members
  const content = stanza(change, {}, participants)
  const parcels = notify(simulation, after, { actor, content, to: everybody })
  // A new member is informed of the group itself.
  return change === 'add' ? [...announce(simulation, after, found), ...parcels] : parcels
}

function announce(simulation: GroupWorld, group: Group, to: Member[]): Parcel[] {
  const actor = actorOf(group)
  const content = stanza('create', {}, [groupNode(group)])
  return actor ? notify(simulation, group, { actor, content, to }) : []
}

function known({ groups }: GroupWorld, id: string): Group {
  const group = groups.find(id)
  if (!group) throw new Error(`no group ${id}`)
  return group
}
