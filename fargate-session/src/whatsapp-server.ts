import { Agent } from 'node:https'
import { connect } from 'node:net'
import { WA_CERT_DETAILS } from '@whiskeysockets/baileys'
import type { Environment } from './environment.ts'

type Version = [number, number, number]

/**
 * The version that WhatsApp is told, where no setting says another; fixed, since asking for the newest needs the
 * internet at every start. WhatsApp refuses it some months later: docs/operations.md says how to raise it.
 */
const DEFAULT_VERSION: Version = [2, 3000, 1043857760]

/** Which WhatsApp the sockets connect to. */
export interface WhatsAppServer {
  /** The version of the client that WhatsApp is told. */
  version: Version
  waWebSocketUrl?: string
  /** How long a QR code is good for, in milliseconds, where not WhatsApp's own time. */
  qrTimeout?: number
  /** For uploads, where not the usual one. */
  fetchAgent?: Agent
  /** Where files of messages may be fetched from. */
  mediaOrigins: readonly RegExp[]
  /** Where files lie by their paths: an origin. */
  mediaHost: string
}

const WHATSAPPS_FILES = {
  mediaOrigins: [/^https:\/\/[a-z0-9.-]+\.whatsapp\.net$/],
  mediaHost: 'https://mmg.whatsapp.net',
}

/**
 * The real WhatsApp, or the simulator on this machine. The simulator has a certificate root of its own, which is
 * trusted for the whole process: so only on the loopback interface, and never in production.
 */
export function whatsappServer(environment: Environment): WhatsAppServer {
  const { WHATSAPP_URL, WHATSAPP_ROOT_KEY, WHATSAPP_QR_MS, WHATSAPP_VERSION, NODE_ENV } = environment
  const version = WHATSAPP_VERSION ?? DEFAULT_VERSION
  if (!WHATSAPP_URL) return { version, ...WHATSAPPS_FILES }
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
  }
}

/** Uploads always go by https; the simulator has no certificate for it and takes them as they are. */
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
