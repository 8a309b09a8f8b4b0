import { Agent } from 'node:https'
import { connect } from 'node:net'
import { WA_CERT_DETAILS } from '@whiskeysockets/baileys'
import { WHATSAPPS_ORIGINS } from '../wire/download.ts'
import type { Environment } from './environment.ts'

type Version = [number, number, number]

/**
 * Default client version for WhatsApp. It is fixed, because asking for the newest one needs the internet at every
 * start. WhatsApp refuses it after some months: docs/operations.md says how to raise it.
 */
const DEFAULT_VERSION: Version = [2, 3000, 1043857760]

/** The WhatsApp server that sockets connect to. */
export interface WhatsAppServer {
  /** Client version for WhatsApp. */
  version: Version
  waWebSocketUrl?: string
  /** Lifetime of a QR code, in milliseconds, if not WhatsApp's own. */
  qrTimeout?: number
  /** Agent for uploads, if not the default. */
  fetchAgent?: Agent
  /** Servers that files may be fetched from. */
  mediaOrigins: readonly RegExp[]
  /** Origin for the paths of files. */
  mediaHost: string
  /** Hosts of sockets and of files, to see whether they are reached; all by TLS, but for the simulator. */
  hosts: readonly { host: string; port: number; isPlain: boolean }[]
}

const WHATSAPPS_OWN = {
  mediaOrigins: WHATSAPPS_ORIGINS,
  mediaHost: 'https://mmg.whatsapp.net',
  hosts: ['web.whatsapp.com', 'mmg.whatsapp.net'].map((host) => ({ host, port: 443, isPlain: false })),
}

/**
 * The real WhatsApp, or the simulator on this machine. The simulator has its own certificate root, which the whole
 * process then trusts. It is therefore allowed on the loopback interface only, and never in production.
 */
export function whatsappServer(environment: Environment): WhatsAppServer {
  const { WHATSAPP_URL, WHATSAPP_ROOT_KEY, WHATSAPP_QR_MS, WHATSAPP_VERSION, NODE_ENV } = environment
  const version = WHATSAPP_VERSION ?? DEFAULT_VERSION
  if (!WHATSAPP_URL) return { version, ...WHATSAPPS_OWN }
  const { hostname, protocol, port } = new URL(WHATSAPP_URL)
  if (NODE_ENV === 'production' || protocol !== 'ws:' || !['127.0.0.1', 'localhost'].includes(hostname)) {
    throw new Error('WHATSAPP_URL may only name a simulator on this machine, outside production')
  }
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(WHATSAPP_ROOT_KEY ?? '', 'base64')
  return {
    version,
    waWebSocketUrl: WHATSAPP_URL,
    ...(WHATSAPP_QR_MS && { qrTimeout: WHATSAPP_QR_MS }),
    fetchAgent: new PlainAgent(Number(port)),
    mediaOrigins: [new RegExp(`^http://(127\\.0\\.0\\.1|localhost):${port}$`)],
    mediaHost: `http://127.0.0.1:${port}`,
    hosts: [{ host: hostname, port: Number(port), isPlain: true }],
  }
}

/**
 * The library uploads over https only. The simulator has no certificate for it, and takes uploads over plain http.
 */
class PlainAgent extends Agent {
  readonly #port: number

  constructor(port: number) {
    super()
    this.#port = port
  }

  override createConnection() {
    return connect(this.#port, '127.0.0.1')
  }
}
