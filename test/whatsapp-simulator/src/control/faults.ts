import type * as z from 'zod'
import { Refusal } from '../refusal.ts'
import type { Simulation } from '../simulation.ts'
import type { Connection } from '../wire/connection.ts'
import { deviceRemoved, replaced } from '../wire/last-words.ts'
import type { fault } from './requests.ts'

/** Makes something go wrong, or, with `clear`, everything well again. */
export function causeFault(simulation: Simulation, asked: z.infer<typeof fault>): void {
  switch (asked.kind) {
    case 'nack':
      simulation.faults.nack(asked.to, asked.code)
      return
    case 'ackDelay':
      simulation.faults.delayAcks(asked.ms)
      return
    case 'clear':
      simulation.faults.clear()
      for (const connection of simulation.connections.all()) connection.frozen = false
      return
    case 'unlink':
      unlink(simulation, asked.number)
      return
    default:
      for (const connection of connectionsOf(simulation, asked.number)) DISTURB[asked.kind](connection)
  }
}

/** What happens to the sockets of a company. */
const DISTURB: Record<'disconnect' | 'replace' | 'freeze', (connection: Connection) => void> = {
  disconnect: (connection) => connection.drop(),
  replace: (connection) => connection.close(replaced()),
  freeze: (connection) => {
    connection.frozen = true
  },
}

/** The owner removes all linked devices on the phone; those that are away learn it at their next login. */
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
