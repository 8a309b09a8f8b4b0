import { receiptOf } from '@recado/fargate-session/session/receipts'
import { MemoryTable } from '@recado/shared/table/memory'
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'
import { eventually } from '../support/eventually.ts'
import { openSender, trustSimulator } from './bare-sender.ts'
import { median } from './median.ts'

/** Turns after the first, which makes the sessions with the people and warms up. */
const TURNS = 3

/**
 * Prints the milliseconds of processor time that plain Baileys takes for a text, its acknowledgement and its receipt:
 * keys in memory, texts one after the other, no product around it.
 */
async function measure(port: number, number: string, people: readonly string[]): Promise<void> {
  await trustSimulator(port)
  const socket = await openSender(port, new MemoryTable(), number, people)
  await sendToAll(socket, people)
  const times: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const before = process.cpuUsage()
    await sendToAll(socket, people)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000 / people.length)
  }
  await socket.end(undefined)
  process.stdout.write(`${median(times)}\n`)
}

/** Resolves when every text has reached its phone. */
async function sendToAll(socket: WASocket, people: readonly string[]): Promise<void> {
  const delivered = new Set<string>()
  const note = (stanza: BinaryNode) => {
    const { level, messageIds = [] } = receiptOf(stanza) ?? {}
    if (level === 'delivered') for (const id of messageIds) delivered.add(id)
  }
  socket.ws.on('CB:receipt', note)
  const sent: string[] = []
  for (const number of people) {
    const text = `Bom dia, ${number}! Temos novidades para você.`
    const message = await socket.sendMessage(`${number}@s.whatsapp.net`, { text })
    sent.push(message?.key.id ?? '')
  }
  await eventually('all are delivered', async () => sent.every((id) => delivered.has(id)))
  socket.ws.off('CB:receipt', note)
}

const [, , port, number = '', people = ''] = process.argv
await measure(Number(port), number, people.split(','))
process.exit(0)
