import '@recado/fargate-session/quiet'
import { AuthState } from '@recado/fargate-session/auth-state/auth-state'
import { AuthRows } from '@recado/fargate-session/auth-state/rows'
import { silent } from '@recado/fargate-session/wire/silent'
import { openDataKeys } from '@recado/shared/secrets/open-data-keys'
import type { Table } from '@recado/shared/table/table'
import makeWASocket, {
  type AuthenticationState,
  type BinaryNode,
  WA_CERT_DETAILS,
  type WASocket,
} from '@whiskeysockets/baileys'
import { eventually } from '../support/eventually.ts'

/** Has Baileys trust the simulator's certificate. @param port the simulator's */
export async function trustSimulator(port: number): Promise<void> {
  const { publicKey } = (await (await fetch(`${apiAt(port)}/root-certificate`)).json()) as {
    publicKey: string
  }
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(publicKey, 'base64')
}

/**
 * A linked, open socket of plain Baileys on the simulator.
 * @param table where its keys are
 * @param number the account's
 * @param people they write to the account first: WhatsApp refuses first messages without a proof, which Baileys has not
 */
export async function openSender(
  port: number,
  table: Table,
  number: string,
  people: readonly string[],
): Promise<WASocket> {
  const owner = { companyId: 'BENCH', connectionId: number, fence: 1 }
  const rows = await AuthRows.open(table, openDataKeys(), owner)
  const auth = await AuthState.open(rows, (error) => {
    throw error
  })
  await linked(port, auth, number)
  const socket = await opened(port, auth)
  const came = new Set<string>()
  socket.ws.on('CB:message', ({ attrs }: BinaryNode) => came.add(attrs.id ?? ''))
  const written = await Promise.all(people.map((person) => writeTo(port, number, person)))
  await eventually('the people have written', async () => written.every((id) => came.has(id)))
  return socket
}

/** @returns the message's id */
async function writeTo(port: number, number: string, person: string): Promise<string> {
  const response = await fetch(`${apiAt(port)}/phones/${person}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: number, text: 'Oi' }),
  })
  const { id } = (await response.json()) as { id: string }
  return id
}

const apiAt = (port: number): string => `http://127.0.0.1:${port}/simulator/api`

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
      void fetch(`${apiAt(port)}/phones/${number}/scan`, {
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
