import { DynamoTable } from '@recado/shared/table/dynamo'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Table } from '@recado/shared/table/table'
import type { WASocket } from '@whiskeysockets/baileys'
import { openSender, trustSimulator } from './bare-sender.ts'
import { median } from './median.ts'

const CONTACTS = 10
const PEOPLE = Array.from({ length: CONTACTS }, (_, index) => `55119444${String(10_001 + index)}`)
const ROUNDS = 3

/**
 * Messages a second of one connection, one after the other, to known people: with keys in the table, and with keys in
 * memory, in turns.
 */
async function measureSending(simulatorPort: number, messages: number): Promise<void> {
  await trustSimulator(simulatorPort)
  const stored = await sender(
    simulatorPort,
    new DynamoTable(process.env.AUTH_TABLE_NAME ?? ''),
    '5511900090001',
  )
  const inMemory = await sender(simulatorPort, new MemoryTable(), '5511900090002')
  const rates: { stored: number; inMemory: number }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rates.push({ stored: await rate(stored, messages), inMemory: await rate(inMemory, messages) })
  for (const socket of [stored, inMemory]) await socket.end(undefined)
  const medianOf = (figure: (rate: (typeof rates)[number]) => number) => median(rates.map(figure))
  process.stdout.write(
    `messages a second of one socket: ${medianOf((r) => r.stored).toFixed(0)} with keys in the table, ` +
      `${medianOf((r) => r.inMemory).toFixed(0)} in memory: ${medianOf((r) => r.stored / r.inMemory).toFixed(2)} ×\n`,
  )
}

async function rate(socket: WASocket, messages: number): Promise<number> {
  const begun = performance.now()
  for (let sent = 0; sent < messages; sent++) await send(socket, sent)
  return messages / ((performance.now() - begun) / 1000)
}

const send = (socket: WASocket, index: number) =>
  socket.sendMessage(`${PEOPLE[index % CONTACTS]}@s.whatsapp.net`, { text: `Mensagem ${index}` })

/** A socket that has written to everybody once. */
async function sender(port: number, table: Table, number: string): Promise<WASocket> {
  const socket = await openSender(port, table, number, PEOPLE)
  for (let index = 0; index < CONTACTS; index++) await send(socket, index)
  return socket
}

await measureSending(Number(process.argv[2]), Number(process.argv[3]))
process.exit(0)
