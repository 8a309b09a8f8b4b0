import type * as z from 'zod'
import type { Connection } from '../companions/connection.ts'
import { Refusal } from '../errors/refusal.ts'
import { callInVain } from '../messages/calls.ts'
import { lockReachOut, tellNewChatCap } from '../messages/new-chats.ts'
import { tellOfUpload } from '../messages/upload-again.ts'
import type { Simulation } from '../simulation/simulation.ts'
import { deviceRemoved, failed, replaced } from '../wire/last-words.ts'
import { stanza } from '../wire/stanza.ts'
import type { fault } from './requests.ts'

/** Causes a fault. `clear` ends all faults. */
export function causeFault(simulation: Simulation, asked: z.infer<typeof fault>): void {
  switch (asked.kind) {
    case 'clear':
      clear(simulation, asked.only)
      return
    case 'unlink':
      unlink(simulation, asked.number)
      return
    case 'reachOutLock':
      lockReachOut(simulation, asked.number, asked)
      return
    case 'coldChatLimit':
      simulation.faults.set({ ...asked, used: 0 })
      return
    case 'missedCall':
      callInVain(simulation, asked)
      return
    case 'lateUpload':
      tellOfUpload(simulation, asked.number, asked.message)
      return
    case 'newChatCap':
      simulation.faults.set(asked)
      tellNewChatCap(simulation, asked.number)
      return
    case 'streamError':
      for (const connection of connectionsOf(simulation, asked.number)) connection.close(failed(asked.code))
      return
    case 'disconnect':
    case 'replace':
    case 'freeze':
    case 'streamEnd':
      for (const connection of connectionsOf(simulation, asked.number)) DISTURB[asked.kind](connection)
      return
    default:
      simulation.faults.set(asked)
  }
}

/** Current faults. Ends of locks are ISO 8601 instants. */
export function listFaults(simulation: Simulation) {
  const frozen = simulation.connections.all().filter(({ open, frozen }) => open && frozen)
  return [...new Set(frozen.flatMap(({ companion }) => companion?.number ?? []))]
    .map((number): Record<string, unknown> => ({ kind: 'freeze', number }))
    .concat(
      simulation.faults.list().map((fault) => {
        if (fault.kind === 'reachOutLock') return { ...fault, until: new Date(fault.until).toISOString() }
        if (fault.kind !== 'coldChatLimit') return fault
        const { lockedUntil: _, ...limit } = simulation.faults.coldChatLimit(fault.number) ?? fault
        return limit
      }),
    )
}

type Disturbance = 'disconnect' | 'replace' | 'freeze' | 'streamEnd'

/** Faults of a company's sockets. */
const DISTURB: Record<Disturbance, (connection: Connection) => void> = {
  disconnect: (connection) => connection.drop(),
  streamEnd: (connection) => connection.send(stanza('xmlstreamend', {})),
  replace: (connection) => connection.close(replaced()),
  freeze: (connection) => {
    connection.frozen = true
  },
}

function clear(simulation: Simulation, only: string | undefined): void {
  simulation.faults.clear(only)
  if (only !== undefined && only !== 'freeze') return
  for (const connection of simulation.connections.all()) connection.frozen = false
}

/** The owner removes all linked devices on the phone. Disconnected ones learn it at their next login. */
function unlink(simulation: Simulation, number: string): void {
  const account = simulation.accounts.find(number)
  const companions = account ? simulation.companions.of(account) : []
  if (companions.length === 0) throw new Refusal(409, 'ERR_NOT_LINKED', `${number} has no linked device.`)
  for (const companion of companions) {
    simulation.companions.unlink(companion)
    simulation.connections.ofDevice(companion)?.close(deviceRemoved())
  }
}

function connectionsOf(simulation: Simulation, number: string): Connection[] {
  const known = simulation.accounts.find(number)?.number ?? number
  const connections = simulation.connections.ofAccount(known)
  if (connections.length === 0)
    throw new Refusal(409, 'ERR_NOT_CONNECTED', `Nobody is connected as ${number}.`)
  return connections
}
