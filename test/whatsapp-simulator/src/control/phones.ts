import type { Account } from '../accounts/accounts.ts'
import { Refusal } from '../refusal.ts'
import type { Simulation } from '../simulation.ts'
import { phoneNumber } from './requests.ts'

/** What the control API tells about a phone. Times are ISO 8601 instants. */
export type PhoneSummary = {
  number: string
  name: string
  onWhatsApp: boolean
  /** Whether the account has linked devices, and whether one of them is connected now. */
  linked: boolean
  connected: boolean
  lastMessageAt: string | null
}

/** All known phones, declared or met. */
export function listPhones(simulation: Simulation): PhoneSummary[] {
  const activity = simulation.messages.lastActivity()
  const linked = new Set(simulation.companions.linkedNumbers())
  return simulation.accounts.list().map((account) => summary(simulation, { account, linked, activity }))
}

export function sayAbout(simulation: Simulation, account: Account): PhoneSummary {
  const linked = new Set(simulation.companions.linkedNumbers())
  return summary(simulation, { account, linked, activity: simulation.messages.lastActivity() })
}

/** The account of the phone that a call is about. */
export function onWhatsApp(simulation: Simulation, number: string | undefined): Account {
  const account = simulation.accounts.reach(phoneNumber.parse(number))
  if (!account) throw new Refusal(404, 'ERR_PHONE_NOT_FOUND', `${number} is not on WhatsApp.`)
  return account
}

function summary(
  { connections }: Simulation,
  { account, linked, activity }: { account: Account; linked: Set<string>; activity: Map<string, number> },
): PhoneSummary {
  const { number, name, onWhatsApp } = account
  const last = activity.get(number)
  return {
    number,
    name,
    onWhatsApp,
    linked: linked.has(number),
    connected: connections.ofAccount(number).length > 0,
    lastMessageAt: last === undefined ? null : new Date(last).toISOString(),
  }
}
