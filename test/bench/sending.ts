import '@recado/fargate-session/quiet'
import { AuthState } from '@recado/fargate-session/auth-state/auth-state'
import { AuthRows } from '@recado/fargate-session/auth-state/rows'
import { silent } from '@recado/fargate-session/wire/silent'
import { openDataKeys } from '@recado/shared/secrets/open-data-keys'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Table } from '@recado/shared/table/table'
import makeWASocket, {
  type AuthenticationState,
  WA_CERT_DETAILS,
  type WASocket,
} from '@whiskeysockets/baileys'

const CONTACTS = 10
const ROUNDS = 3

/**
 * Messages a second of one connection, one after the other, to known people: with keys in the table, and with keys in
 * memory, in turns.
 */
async function measureSending(simulatorPort: number, messages: number): Promise<void> {
  const api = `http://127.0.0.1:${simulatorPort}/simulator/api`
  const { publicKey } = (await (await fetch(`${api}/root-certificate`)).json()) as { publicKey: string }
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(publicKey, 'base64')
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
  const median = (of: (rate: (typeof rates)[number]) => number) =>
    rates.map(of).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  process.stdout.write(
    `messages a second of one socket: ${median((r) => r.stored).toFixed(0)} with keys in the table, ` +
      `${median((r) => r.inMemory).toFixed(0)} in memory: ${median((r) => r.stored / r.inMemory).toFixed(2)} ×\n`,
  )
}

async function rate(socket: WASocket, messages: number): Promise<number> {
  const begun = performance.now()
  for (let sent = 0; sent < messages; sent++) await send(socket, sent)
  return messages / ((performance.now() - begun) / 1000)
}

const send = (socket: WASocket, index: number) =>
  socket.sendMessage(`55119444${String(10_001 + (index % CONTACTS))}@s.whatsapp.net`, {
    text: `Mensagem ${index}`,
  })

/** A linked, open socket that has written to everybody once. */
async function sender(port: number, table: Table, number: string): Promise<WASocket> {
  const owner = { companyId: 'BENCH', connectionId: number, fence: 1 }
  const rows = await AuthRows.open(table, openDataKeys(), owner)
  const auth = await AuthState.open(rows, (error) => {
    throw error
  })
  await linked(port, auth, number)
  const socket = await opened(port, auth)
  for (let index = 0; index < CONTACTS; index++) await send(socket, index)
  return socket
}

const connect = (port: number, auth: AuthenticationState & { saveCreds(): Promise<void> }): WASocket => {
  const socket = makeWASocket({
    waWebSocketUrl: `ws://127.0.0.1:${port}/ws/chat`,
    auth,
    logger: silent,
    emitOwnEvents: false,
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
  })
  socket.ev.on('creds.update', (update) => {
    Object.assign(auth.creds, update)
    void auth.saveCreds()
  })
  return socket
}

/** Resolves when the server has linked the account and asks for a new socket. */
function linked(port: number, auth: Parameters<typeof connect>[1], number: string): Promise<void> {
  const socket = connect(port, auth)
  return new Promise((resolve) => {
    socket.ev.on('connection.update', ({ qr, connection }) => {
      if (connection === 'close') resolve()
      if (!qr) return
      void fetch(`http://127.0.0.1:${port}/simulator/api/phones/${number}/scan`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ qr }),
      })
    })
  })
}

function opened(port: number, auth: Parameters<typeof connect>[1]): Promise<WASocket> {
  const socket = connect(port, auth)
  return new Promise((resolve) => {
    socket.ev.on('connection.update', ({ connection }) => {
      if (connection === 'open') resolve(socket)
    })
  })
}

await measureSending(Number(process.argv[2]), Number(process.argv[3]))
process.exit(0)
