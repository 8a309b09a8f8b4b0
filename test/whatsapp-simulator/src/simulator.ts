import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { Connection, type ConnectionEvents } from './companions/connection.ts'
import { greet } from './companions/login.ts'
import { servePage } from './control/page.ts'
import { CONTROL_PREFIX, control } from './control/router.ts'
import { dispatch } from './dispatch.ts'
import { serveMedia } from './media/host.ts'
import { openSimulation, type Simulation } from './simulation/simulation.ts'

export type Simulator = {
  /** `http://127.0.0.1:<port>`; the page is at `/simulator`, the control API below `/simulator/api`. */
  url: string
  /** For Baileys' `waWebSocketUrl`. */
  webSocketUrl: string
  port: number
  /** 32 bytes, for `WA_CERT_DETAILS.PUBLIC_KEY` of the Baileys that talks to this simulator. */
  rootPublicKey: Buffer
  /** Cuts all connections and closes the data file. */
  stop(): Promise<void>
}

/**
 * Starts WhatsApp's servers and all phones on 127.0.0.1. Without `port`, on a free one. Without `dataFolder`, in
 * memory. `now` is the clock, in milliseconds since 1970.
 */
export async function startSimulator({
  port = 0,
  dataFolder,
  now = Date.now,
}: {
  port?: number
  dataFolder?: string
  now?: () => number
} = {}): Promise<Simulator> {
  const server = createServer()
  const address = () => `${HOST}:${portOf(server)}`
  const simulation = openSimulation(dataFolder, { now, address })
  serveHttp(server, simulation)
  serveWhatsApp(server, simulation)
  try {
    await once(server.listen(port, HOST), 'listening')
  } catch (error) {
    simulation.database.close()
    simulation.files.close()
    throw error
  }
  return {
    url: `http://${address()}`,
    webSocketUrl: `ws://${address()}${WHATSAPP_PATH}`,
    port: portOf(server),
    rootPublicKey: Buffer.from(simulation.certificates.rootPublicKey),
    stop: () => stop(server, simulation),
  }
}

const HOST = '127.0.0.1'
const WHATSAPP_PATH = '/ws/chat'

function serveHttp(server: Server, simulation: Simulation): void {
  server.on('request', (request, response) => {
    const [pathname = '/'] = (request.url ?? '/').split('?', 1)
    if (pathname.startsWith(`${CONTROL_PREFIX}/`)) {
      void control(simulation, request, response)
      return
    }
    if (serveMedia(simulation, request, response)) return
    if (request.method === 'GET' && servePage(pathname, response)) return
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found\n')
  })
}

function serveWhatsApp(server: Server, simulation: Simulation): void {
  const sockets = new WebSocketServer({ noServer: true, path: WHATSAPP_PATH })
  server.on('upgrade', (request, line, head) => {
    if (disturbed(simulation, line)) {
      // An unanswered line would keep the server from closing.
      line.on('error', () => line.destroy())
      simulation.unanswered.add(line)
      line.on('close', () => simulation.unanswered.delete(line))
      return
    }
    sockets.handleUpgrade(request, line, head, (socket) => sockets.emit('connection', socket, request))
  })
  const events: ConnectionEvents = {
    hello: (connection, payload) => greet(simulation, connection, payload),
    stanza: (connection, node, at) => dispatch(simulation, connection, { node, at }),
    closed: (connection) => {
      simulation.connections.remove(connection)
      simulation.pairings.withdraw(connection)
      simulation.codeRequests.withdraw(connection)
    },
  }
  const { certificates, now } = simulation
  sockets.on('connection', (socket) => {
    simulation.connections.add(new Connection(socket, { certificates, events, now }))
  })
}

/** Whether a fault prevents a websocket from opening. */
function disturbed({ faults }: Simulation, line: Duplex): boolean {
  const fault = faults.upgrade
  if (!fault) return false
  faults.countUse(fault)
  if (fault.answer === 'cut') line.destroy()
  if (typeof fault.answer === 'number')
    line.end(`HTTP/1.1 ${fault.answer} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  return true
}

async function stop(server: Server, simulation: Simulation): Promise<void> {
  for (const connection of simulation.connections.all()) connection.abandon()
  for (const line of simulation.unanswered) line.destroy()
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  // Waits for the Signal work under way, which still writes.
  await simulation.phones.inOrder(async () => simulation.database.close())
  simulation.files.close()
}

function portOf(server: Server): number {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the simulator is not listening')
  return bound.port
}
