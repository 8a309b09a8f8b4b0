import type * as z from 'zod'
import type { Account } from '../accounts/accounts.ts'
import { Refusal } from '../errors/refusal.ts'
import {
  actorOf,
  changeMembers,
  createGroup,
  limitToAdmins,
  renameGroup,
  setTimer,
} from '../groups/changes.ts'
import { type Group, isAdmin, type Member } from '../groups/groups.ts'
import type { Simulation } from '../simulation/simulation.ts'
import * as requests from './requests.ts'

/** All groups, with members and admins by number. */
export function listGroups({ groups }: Simulation) {
  return groups.list().map(({ id, subject, members, addressing }) => ({
    id,
    subject,
    members: members.map(({ number }) => number),
    admins: members.filter(isAdmin).map(({ number }) => number),
    addressing,
  }))
}

/** The first admin becomes the owner, or else the first member. */
export function makeGroup(
  simulation: Simulation,
  { subject, members, admins, addressing, hidden, community }: z.infer<typeof requests.createGroup>,
): { id: string } {
  const accounts = unique(reachAll(simulation, [...admins, ...members]))
  const numbersOf = (numbers: string[]) => new Set(reachAll(simulation, numbers).map(({ number }) => number))
  const hiddenNumbers = numbersOf(hidden)
  const adminNumbers = numbersOf(admins)
  const [owner] = accounts
  if (!owner) throw new Refusal(400, 'ERR_INVALID_INPUT', 'A group has members.')
  const group = createGroup(simulation, {
    subject,
    owner,
    addressing,
    isCommunity: community,
    members: accounts.map((account) => ({
      account,
      hidden: hiddenNumbers.has(account.number),
      admin: adminNumbers.has(account.number),
    })),
  })
  return { id: group.id }
}

/** Additions come first, so that a person can be added and promoted at once. */
export function changeGroup(
  simulation: Simulation,
  id: string | undefined,
  asked: z.infer<typeof requests.changeMembers>,
): void {
  for (const change of ['add', 'promote', 'demote', 'remove'] as const) {
    if (asked[change].length === 0) continue
    const { group, actor } = groupAndActor(simulation, id)
    changeMembers(simulation, group, { actor, change, accounts: unique(reachAll(simulation, asked[change])) })
  }
}

/** Renames a group or changes its settings. */
export function setGroup(
  simulation: Simulation,
  id: string | undefined,
  { subject, onlyAdmins, disappearsAfter }: z.infer<typeof requests.setGroup>,
): void {
  const { group, actor } = groupAndActor(simulation, id)
  if (subject !== undefined) renameGroup(simulation, group, actor, subject)
  if (onlyAdmins !== undefined) limitToAdmins(simulation, group, actor, onlyAdmins)
  if (disappearsAfter !== undefined) setTimer(simulation, group, actor, disappearsAfter)
}

function groupAndActor(simulation: Simulation, id: string | undefined): { group: Group; actor: Member } {
  const group = simulation.groups.find(requests.groupId.parse(id))
  const actor = group && actorOf(group)
  if (!group || !actor) throw new Refusal(404, 'ERR_GROUP_NOT_FOUND', `There is no group ${id}.`)
  return { group, actor }
}

function reachAll(simulation: Simulation, numbers: string[]): Account[] {
  return numbers.map((number) => {
    const account = simulation.accounts.reach(number)
    if (!account) throw new Refusal(409, 'ERR_NOT_ON_WHATSAPP', `${number} is not on WhatsApp.`)
    return account
  })
}

const unique = (accounts: Account[]): Account[] => [
  ...new Map(accounts.map((account) => [account.number, account])).values(),
]
