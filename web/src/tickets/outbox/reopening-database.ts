/** A connection to a database of the browser. */
interface Connection {
  close: () => void
}

/** Errors of a connection that the browser has closed: of a request, of a new transaction, and of a running one. */
const CLOSED = ['UnknownError', 'InvalidStateError', 'AbortError']

/**
 * Opens a database again after the browser has closed it. Safari closes connections in the background and when memory is low:
 * "Connection to Indexed Database server lost" (https://bugs.webkit.org/show_bug.cgi?id=277615).
 * @param open calls `onClosed` when the browser closes the connection
 * @returns does work in the database. Work on a closed connection is repeated once on a new one. Answers undefined if
 * the browser opens no database, or closes the new connection too; the next work opens it again.
 */
export function reopeningDatabase<C extends Connection>(open: (onClosed: () => void) => Promise<C>) {
  let connected: Promise<C | undefined> | undefined
  const connect = () => {
    const connecting: Promise<C | undefined> = opened(() => open(() => forget(connecting)))
    connected = connecting
    return connecting
  }
  const forget = (closed: Promise<C | undefined>) => {
    if (connected === closed) connected = undefined
  }
  return async <T>(work: (connection: C) => Promise<T>): Promise<T | undefined> => {
    for (let tries = 0; tries < 2; tries += 1) {
      const used = connected ?? connect()
      const connection = await used
      try {
        if (connection) return await work(connection)
      } catch (error) {
        if (!(error instanceof DOMException && CLOSED.includes(error.name))) throw error
      }
      forget(used)
      if (!connection) return undefined
      connection.close()
    }
    return undefined
  }
}

/** Browsers that keep nothing, as in private windows, refuse to open a database. */
async function opened<C>(open: () => Promise<C>): Promise<C | undefined> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
