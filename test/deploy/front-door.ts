import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as send } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import * as z from 'zod'
import type { Emulator } from './emulator.ts'

interface Options {
  emulator: Emulator
  /** The distribution's own name. */
  domain: string
  /** The address of the app that browsers name as their origin. A deployment may change it. */
  appAddress(): string
  socketApiId: string
  originSecret: string
  simulator: string
}

/** The deployment's own address, as people reach it, on a port of this machine. */
export interface FrontDoor {
  origin: string
  close(): Promise<void>
}

/**
 * Replaces DNS: passes requests to the emulator's CloudFront under the distribution's name. Requests for the simulator go
 * to the simulator, and the mailbox shows the mails that SES got. The emulator's CloudFront supports no WebSockets, so
 * `/ws` goes to the WebSocket API as CloudFront would send it.
 */
export async function openFrontDoor(options: Options): Promise<FrontDoor> {
  const { emulator, domain, appAddress, socketApiId, originSecret, simulator } = options
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const ca = readFileSync(emulator.certificate)
  const { hostname, port } = emulator.url
  const passed = ({ method, headers }: IncomingMessage, path: string, more: Record<string, string>) =>
    send({
      hostname,
      port,
      ca,
      method,
      path,
      headers: { ...headers, ...(headers.origin === origin && { origin: appAddress() }), ...more },
    })

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = '/' } = request
    if (path.startsWith('/simulator/')) return void redirect(`${simulator}${path}`, response)
    if (path === '/mailbox/api/messages') return void answerMails(emulator, response)
    const onward = passed(request, path, { host: domain })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', (error) => response.writeHead(502).end(String(error)))
    request.pipe(onward)
  })

  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const path = `/_aws/execute-api/${socketApiId}${request.url}`
    const onward = passed(request, path, { host: `${hostname}:${port}`, 'x-origin-secret': originSecret })
    onward.on('upgrade', (answer, other, head) => {
      socket.write(headOf(answer))
      socket.write(head)
      other.pipe(socket).pipe(other)
      for (const [one, its] of [
        [socket, other],
        [other, socket],
      ] as const)
        one.on('error', () => its.destroy()).on('close', () => its.destroy())
    })
    onward.on('response', (answer) => {
      socket.write(headOf(answer))
      answer.pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    onward.end()
  })

  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The mails that SES got, as the local mailbox shows them: newest first. */
async function answerMails({ url }: Emulator, response: ServerResponse): Promise<void> {
  const sent = sentMails.parse(await (await fetch(`${url.origin}/_ministack/ses/messages`)).json())
  const mails = Object.values(sent.messages)
    .flat()
    .map(({ MessageId: id, Source: from, To, Subject: subject, BodyText: text, BodyHtml: html }) => {
      return { id, from, to: To.join(), subject, text, html }
    })
  response.setHeader('content-type', 'application/json').end(JSON.stringify(mails.reverse()))
}

const sentMails = z.object({
  messages: z.record(
    z.string(),
    z.array(
      z.object({
        MessageId: z.string(),
        Source: z.string(),
        To: z.array(z.string()),
        Subject: z.string(),
        BodyText: z.string(),
        BodyHtml: z.string(),
      }),
    ),
  ),
})

/** 307 keeps the method and the body. */
const redirect = (location: string, response: ServerResponse) => response.writeHead(307, { location }).end()

const headOf = ({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string => {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  )
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n')
}
