import type { Connection } from './connection.ts'

/** A client that shows a pairing code for one number, and waits until it is typed on that phone. */
export type CodeRequest = {
  connection: Connection
  number: string
  reference: string
  /** Salt (32 bytes), IV (16) and the client's ephemeral key, encrypted with a key derived from the code. */
  wrappedKey: Buffer
}

/** The client's identity, and its bundle: salt (32 bytes), IV (12) and a ciphertext for the phone. */
export type CodeAnswer = { bundle: Buffer; identity: Buffer }

/** Clients that wait for their pairing code to be typed. Each has one code at a time. */
export class CodeRequests {
  #waiting = new Map<Connection, CodeRequest>()
  #answers = new Map<Connection, (answer: CodeAnswer) => void>()

  add(request: CodeRequest): void {
    this.#waiting.set(request.connection, request)
  }

  of(number: string): CodeRequest[] {
    return [...this.#waiting.values()].filter((request) => request.number === number)
  }

  /** The client's next answer in the key exchange. Rejects if the connection closes first. */
  answerOf({ connection }: CodeRequest): Promise<CodeAnswer> {
    const answer = new Promise<CodeAnswer>((resolve) => {
      this.#answers.set(connection, resolve)
    })
    return Promise.race([answer, connection.ended])
  }

  takeAnswer(connection: Connection, answer: CodeAnswer): void {
    this.#answers.get(connection)?.(answer)
  }

  /** Called when the client is gone or linked. */
  withdraw(connection: Connection): void {
    this.#waiting.delete(connection)
    this.#answers.delete(connection)
  }
}
