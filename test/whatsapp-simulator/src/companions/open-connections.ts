import type { Companion } from './companions.ts'
import type { Connection } from './connection.ts'

/** All open sockets, and the device that each is logged in as. */
export class OpenConnections {
  #open = new Set<Connection>()

  add(connection: Connection): void {
    this.#open.add(connection)
  }

  remove(connection: Connection): void {
    this.#open.delete(connection)
  }

  all(): Connection[] {
    return [...this.#open]
  }

  /** The connection of a logged-in device. */
  ofDevice({ number, device }: Pick<Companion, 'number' | 'device'>): Connection | undefined {
    return this.ofAccount(number).find(({ companion }) => companion?.device === device)
  }

  /** Connections of all linked devices of an account. */
  ofAccount(number: string): Connection[] {
    return this.all().filter(({ open, companion }) => open && companion?.number === number)
  }
}
