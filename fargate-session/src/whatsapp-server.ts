import { WA_CERT_DETAILS } from '@whiskeysockets/baileys'
import type { Environment } from './environment.ts'

/** The version that WhatsApp is told; fixed, since asking for the newest needs the internet at every start. */
export const WHATSAPP_VERSION: [number, number, number] = [2, 3000, 1043857760]

/**
 * Where the sockets connect to. The simulator has a certificate root of its own, which is trusted for the
 * whole process: so only on the loopback interface, and never in production.
 */
export function whatsappServer({ WHATSAPP_URL, WHATSAPP_ROOT_KEY, NODE_ENV }: Environment): {
  waWebSocketUrl?: string
} {
  if (!WHATSAPP_URL) return {}
  const { hostname, protocol } = new URL(WHATSAPP_URL)
  if (NODE_ENV === 'production' || protocol !== 'ws:' || !['127.0.0.1', 'localhost'].includes(hostname)) {
    throw new Error('WHATSAPP_URL may only name a simulator on this machine, outside production')
  }
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(WHATSAPP_ROOT_KEY ?? '', 'base64')
  return { waWebSocketUrl: WHATSAPP_URL }
}
