import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import type { Account, Accounts } from '../accounts/accounts.ts'
import { type Change, changeMembers, createGroup, renameGroup } from '../groups/changes.ts'
import { type Group, isAdmin, isGroupId, type Member, memberOf } from '../groups/groups.ts'
import { groupNode } from '../groups/notices.ts'
import { errorOf, resultOf, stanza, textOf } from '../wire/stanza.ts'
import { type Query, type QueryHandler, subjectOf } from './query.ts'

/** `w:g2`: groups. A question about a missing group gets 404, one by a non-member 403. */
export const groups: QueryHandler = (query) => {
  const { simulation, companion, iq } = query
  const subject = subjectOf(iq)
  if (!isGroupId(iq.attrs.to ?? '') || iq.attrs.to === '@g.us') return withoutGroup(query)
  const group = simulation.groups.find(iq.attrs.to ?? '')
  if (!group) return errorOf(iq, 404, 'item-not-found')
  const asker = memberOf(group, companion)
  if (!asker) return errorOf(iq, 403, 'forbidden')
  if (subject?.tag === 'query') return resultOf(iq, [groupNode(group)])
  if (subject?.tag === 'invite') return resultOf(iq, [stanza('invite', { code: 'SIMULATED' })])
  if (iq.attrs.type !== 'set') return resultOf(iq)
  return isAdmin(asker) ? change(query, group, asker) : errorOf(iq, 403, 'forbidden')
}

/** Queries to `@g.us`: all groups of the account, or the creation of one. */
function withoutGroup(query: Query): BinaryNode | undefined {
  const { iq } = query
  const subject = subjectOf(iq)
  if (subject?.tag === 'participating') return allGroups(query)
  if (subject?.tag === 'create') return create(query, subject)
  if (subject?.tag === 'leave') return leave(query, subject)
  return errorOf(iq, 404, 'item-not-found')
}

function allGroups({ simulation, connection, companion, iq }: Query): BinaryNode | undefined {
  const fault = simulation.faults.dirtyGroups(companion.number)
  if (fault) {
    simulation.faults.countUse(fault)
    if (fault.answer === 'refused') return errorOf(iq, 429, 'rate-overlimit')
    connection.drop()
    return undefined
  }
  const mine = simulation.groups.ofMember(companion)
  return resultOf(iq, [stanza('groups', {}, mine.map(groupNode))])
}

function create({ simulation, companion, iq }: Query, subject: BinaryNode): BinaryNode {
  const owner = simulation.accounts.find(companion.number)
  if (!owner) return errorOf(iq, 403, 'forbidden')
  const others = accountsIn(simulation.accounts, subject).filter(({ number }) => number !== owner.number)
  const members = [owner, ...others].map((account) => ({ account, hidden: false, admin: false }))
  const named = subject.attrs.subject ?? ''
  const group = createGroup(simulation, { subject: named, owner, members, addressing: 'lid' })
  return resultOf(iq, [groupNode(group)])
}

function leave({ simulation, companion, iq }: Query, subject: BinaryNode): BinaryNode {
  const left = getBinaryNodeChildren(subject, 'group').map(({ attrs }) => {
    const id = attrs.id ?? ''
    const group = simulation.groups.find(id)
    const actor = group && memberOf(group, companion)
    const account = simulation.accounts.find(companion.number)
    if (!group || !actor || !account) return stanza('group', { id, error: '404' })
    changeMembers(simulation, group, { actor, change: 'remove', accounts: [account] })
    return stanza('group', { id })
  })
  return resultOf(iq, [stanza('leave', {}, left)])
}

function change({ simulation, iq }: Query, group: Group, actor: Member): BinaryNode {
  const subject = subjectOf(iq)
  if (subject?.tag === 'subject') {
    renameGroup(simulation, group, actor, textOf(subject) ?? '')
    return resultOf(iq)
  }
  if (subject?.tag === 'description') {
    simulation.groups.describe(group.id, textOf(getBinaryNodeChild(subject, 'body')) ?? '')
    return resultOf(iq)
  }
  const wanted = CHANGES.find((each) => each === subject?.tag)
  if (!subject || !wanted) return resultOf(iq)
  const accounts = accountsIn(simulation.accounts, subject)
  const done = changeMembers(simulation, group, { actor, change: wanted, accounts })
  const answers = getBinaryNodeChildren(subject, 'participant').map(({ attrs }) => {
    const account = simulation.accounts.reachJid(attrs.jid ?? '')
    const error = done.some(({ number }) => number === account?.number) ? undefined : refusal(account, wanted)
    return stanza('participant', { jid: attrs.jid, error })
  })
  return resultOf(iq, [stanza(wanted, {}, answers)])
}

const CHANGES: Change[] = ['add', 'remove', 'promote', 'demote']

/** The account has no WhatsApp, is already in the group, or is not in it. */
const refusal = (account: Account | undefined, wanted: Change): string =>
  account && wanted === 'add' ? '409' : '404'

function accountsIn(accounts: Accounts, parent: BinaryNode): Account[] {
  return getBinaryNodeChildren(parent, 'participant').flatMap(
    ({ attrs }) => accounts.reachJid(attrs.jid ?? '') ?? [],
  )
}
