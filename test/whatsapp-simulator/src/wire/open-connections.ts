import type { Companion } from '../companions/companions.ts'
import type { Connection } from './connection.ts'

/** All open sockets, and which of them are logged in as which device. */
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

  /** The connection on which a device is logged in. */
  ofDevice({ number, device }: Pick<Companion, 'number' | 'device'>): Connection | undefined {
    return this.ofAccount(number).find(({ companion }) => companion?.device === device)
  }

  /** The connections of all devices that an account linked. */
  ofAccount(number: string): Connection[] {
    return this.all().filter(({ open, companion }) => open && companion?.number === number)
  }
}
