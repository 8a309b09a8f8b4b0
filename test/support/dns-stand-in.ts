import { createSocket } from 'node:dgram'
import { setServers } from 'node:dns/promises'
import { once } from 'node:events'

/** Record types of RFC 1035, as the DNS numbers them. */
const TYPES: Readonly<Record<number, keyof Records>> = { 1: 'A', 5: 'CNAME', 16: 'TXT' }

interface Records {
  A?: string
  CNAME?: string
  TXT?: string
}

/** A local name server in place of the system's. Names without records do not exist. */
export class DnsStandIn {
  records: Readonly<Record<string, Records>> = {}
  /** Whether it refuses every question. */
  refuses = false
  readonly #socket = createSocket('udp4')

  /** Starts it, and makes it the name server of this process. */
  static async start(): Promise<DnsStandIn> {
    const stand = new DnsStandIn()
    stand.#socket.on('message', (question, { port, address }) =>
      stand.#socket.send(stand.#answer(question), port, address),
    )
    stand.#socket.bind(0, '127.0.0.1')
    await once(stand.#socket, 'listening')
    setServers([`127.0.0.1:${stand.#socket.address().port}`])
    return stand
  }

  close(): void {
    this.#socket.close()
  }

  #answer(message: Buffer): Buffer {
    const { name, end } = nameAt(message, 12)
    const question = message.subarray(12, end + 4)
    const records = this.records[name]
    const type = TYPES[message.readUInt16BE(end)]
    const value = type && records?.[type]
    const data = type && value !== undefined ? BYTES[type](value) : undefined
    const code = this.refuses ? 5 : records ? 0 : 3
    const header = Buffer.alloc(12)
    message.copy(header, 0, 0, 2)
    // A response to a recursive question.
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(data ? 1 : 0, 6)
    if (!data) return Buffer.concat([header, question])
    const answer = Buffer.alloc(12)
    // Its name is the question's.
    answer.writeUInt16BE(0xc00c, 0)
    message.copy(answer, 2, end, end + 4)
    answer.writeUInt16BE(data.length, 10)
    return Buffer.concat([header, question, answer, data])
  }
}

function nameAt(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let at = start
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.alloc(1),
  ])

const addressBytes = (address: string): Buffer => Buffer.from(address.split('.').map(Number))

const textBytes = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])

const BYTES: Readonly<Record<keyof Records, (value: string) => Buffer>> = {
  A: addressBytes,
  CNAME: nameBytes,
  TXT: textBytes,
}
