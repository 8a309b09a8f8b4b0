import type { Account } from '../accounts/accounts.ts'
import type { Parcel } from '../messages/outbox.ts'
import type { Simulation } from '../simulation.ts'
import { stanza } from '../wire/stanza.ts'
import { type Group, isAdmin, type Member, memberOf } from './groups.ts'
import { asParticipant } from './identities.ts'
import { groupNode, notify } from './notices.ts'

/** What can be done to a member; the words of `w:g2` and of its notifications. */
export type Change = 'add' | 'remove' | 'promote' | 'demote'

export type NewGroup = {
  subject: string
  owner: Account
  members: { account: Account; hidden: boolean; admin: boolean }[]
  addressing: 'lid' | 'pn'
}

/** Makes a group with its owner first; the linked devices of all members learn of it. */
export function createGroup(
  simulation: Simulation,
  { owner, members, subject, addressing }: NewGroup,
): Group {
  const { groups, database, outbox } = simulation
  const { group, parcels } = database.transaction(() => {
    const id = groups.create({ subject, owner: owner.number, addressing, at: simulation.now() })
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
 * Adds, removes, promotes or demotes. Answers those to whom it happened: whoever is in the group cannot be added,
 * nor an admin promoted.
 */
export function changeMembers(
  simulation: Simulation,
  group: Group,
  { actor, change, accounts }: { actor: Member; change: Change; accounts: Account[] },
): Member[] {
  const { database, outbox } = simulation
  const { affected, parcels } = database.transaction(() => {
    const concerned = accounts.filter((account) => isPossible(change, memberOf(group, account)))
    for (const { number } of concerned) apply(simulation, group, change, number)
    const after = known(simulation, group.id)
    // Who was removed is only in the group as it was, who was added only in the group as it is.
    const found = concerned.flatMap((account) => memberOf(after, account) ?? memberOf(group, account) ?? [])
    return { affected: found, parcels: tell(simulation, { before: group, after, actor, change, found }) }
  })
  outbox.release(parcels)
  return affected
}

export function renameGroup(simulation: Simulation, group: Group, actor: Member, subject: string): void {
  const { database, outbox, groups } = simulation
  const parcels = database.transaction(() => {
    groups.rename(group.id, subject, simulation.now())
    return notify(simulation, group, { actor, content: stanza('subject', { subject }), to: group.members })
  })
  outbox.release(parcels)
}

/** Who acts when nobody is named: the owner, or whichever admin is left. */
export function actorOf(group: Group): Member | undefined {
  return memberOf(group, { number: group.owner }) ?? group.members.find(isAdmin) ?? group.members[0]
}

/** The owner keeps the highest rank. */
function isPossible(change: Change, member: Member | undefined): boolean {
  if (change === 'add') return member === undefined
  if (change === 'remove') return member !== undefined
  return member?.rank === (change === 'promote' ? 'member' : 'admin')
}

function apply({ groups }: Simulation, group: Group, change: Change, number: string): void {
  if (change === 'add') groups.addMember(group.id, { number, rank: 'member', hidden: false })
  else if (change === 'remove') groups.removeMember(group.id, number)
  else groups.setRank(group.id, number, change === 'promote' ? 'admin' : 'member')
}

function tell(
  simulation: Simulation,
  told: { before: Group; after: Group; actor: Member; change: Change; found: Member[] },
): Parcel[] {
  const { before, after, actor, change, found } = told
  if (found.length === 0) return []
  const participants = found.map((member) => stanza('participant', asParticipant(after, member)))
  const everybody = change === 'add' ? after.members : before.members
  const content = stanza(change, {}, participants)
  const parcels = notify(simulation, after, { actor, content, to: everybody })
  // To a newcomer the group itself is news.
  return change === 'add' ? [...announce(simulation, after, found), ...parcels] : parcels
}

function announce(simulation: Simulation, group: Group, to: Member[]): Parcel[] {
  const actor = actorOf(group)
  const content = stanza('create', {}, [groupNode(group)])
  return actor ? notify(simulation, group, { actor, content, to }) : []
}

function known({ groups }: Simulation, id: string): Group {
  const group = groups.find(id)
  if (!group) throw new Error(`no group ${id}`)
  return group
}
