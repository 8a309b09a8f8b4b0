import type { Account } from '../accounts/accounts.ts'
import { Refusal } from '../errors/refusal.ts'
import type { Simulation } from '../simulation/simulation.ts'
import { phoneNumber } from './requests.ts'

/** A phone in the control API. Times are ISO 8601 instants. */
export type PhoneSummary = {
  number: string
  name: string
  onWhatsApp: boolean
  /** Whether the account has linked devices, and whether one is connected now. */
  linked: boolean
  connected: boolean
  /** Whether a connected device says that it is available, so that the phone itself gets no notifications. */
  phoneSilenced: boolean
  /** When a device last said so, since the simulator's start or reset; null if none did. */
  lastSilencedAt: string | null
  lastMessageAt: string | null
}

/** All phones, declared or created by use. */
export function listPhones(simulation: Simulation): PhoneSummary[] {
  const activity = simulation.messages.lastActivity()
  const linked = new Set(simulation.companions.linkedNumbers())
  return simulation.accounts.list().map((account) => summary(simulation, { account, linked, activity }))
}

export function sayAbout(simulation: Simulation, account: Account): PhoneSummary {
  const linked = new Set(simulation.companions.linkedNumbers())
  return summary(simulation, { account, linked, activity: simulation.messages.lastActivity() })
}

/** The account of a call's phone. */
export function onWhatsApp(simulation: Simulation, number: string | undefined): Account {
  const account = simulation.accounts.reach(phoneNumber.parse(number))
  if (!account) throw new Refusal(404, 'ERR_PHONE_NOT_FOUND', `${number} is not on WhatsApp.`)
  return account
}

function summary(
  { connections, silencedPhones }: Simulation,
  { account, linked, activity }: { account: Account; linked: Set<string>; activity: Map<string, number> },
): PhoneSummary {
  const { number, name, onWhatsApp } = account
  const connected = connections.ofAccount(number)
  return {
    number,
    name,
    onWhatsApp,
    linked: linked.has(number),
    connected: connected.length > 0,
    phoneSilenced: connected.some(({ available }) => available),
    lastSilencedAt: instantOf(silencedPhones.lastAt(number)),
    lastMessageAt: instantOf(activity.get(number)),
  }
}

const instantOf = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString()
