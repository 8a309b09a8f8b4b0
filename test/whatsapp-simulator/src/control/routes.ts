import { linkByQrCode } from '../companions/link.ts'
import { linkByPairingCode } from '../companions/pairing-codes.ts'
import { readChat } from '../messages/read.ts'
import { resetSimulation } from '../simulation.ts'
import { causeFault } from './faults.ts'
import { latestMessages, listPhones, onWhatsApp, phoneMessages, sayAbout, writeText } from './phones.ts'
import * as requests from './requests.ts'
import type { Route } from './router.ts'

/** The control API, by which tests and the page play the people and the misfortunes. */
export const ROUTES: Route[] = [
  { method: 'GET', path: '/health', answer: () => ({ status: 'ok' }) },
  {
    method: 'GET',
    path: '/root-certificate',
    answer: ({ certificates }) => ({ publicKey: Buffer.from(certificates.rootPublicKey).toString('base64') }),
  },
  { method: 'GET', path: '/phones', answer: (simulation) => listPhones(simulation) },
  {
    method: 'POST',
    path: '/phones',
    created: true,
    answer: (simulation, { body }) => {
      const account = simulation.accounts.declare(requests.declarePhone.parse(body))
      return sayAbout(simulation, account)
    },
  },
  {
    method: 'POST',
    path: '/phones/{number}/scan',
    answer: async (simulation, { path, body }) => {
      const { qr } = requests.scan.parse(body)
      const account = onWhatsApp(simulation, path.number)
      return { number: account.number, device: await linkByQrCode(simulation, account, qr) }
    },
  },
  {
    method: 'POST',
    path: '/phones/{number}/pairing-code',
    answer: async (simulation, { path, body }) => {
      const { code } = requests.pairingCode.parse(body)
      const account = onWhatsApp(simulation, path.number)
      return { number: account.number, device: await linkByPairingCode(simulation, account, code) }
    },
  },
  {
    method: 'GET',
    path: '/phones/{number}/messages',
    answer: (simulation, { path }) => phoneMessages(simulation, requests.phoneNumber.parse(path.number)),
  },
  {
    method: 'POST',
    path: '/phones/{number}/messages',
    created: true,
    answer: async (simulation, { path, body }) => {
      const author = onWhatsApp(simulation, path.number)
      return { id: await writeText(simulation, author, requests.writeMessage.parse(body)) }
    },
  },
  {
    method: 'POST',
    path: '/phones/{number}/read',
    answer: (simulation, { path, body }) => {
      const reader = onWhatsApp(simulation, path.number)
      const { chat } = requests.readChat.parse(body)
      const author = simulation.accounts.find(chat)
      return { read: author ? readChat(simulation, { reader, author }) : 0 }
    },
  },
  {
    method: 'GET',
    path: '/messages',
    answer: (simulation, { query }) =>
      latestMessages(simulation, requests.since.parse(query.get('since') ?? undefined)),
  },
  { method: 'GET', path: '/screen', answer: ({ screens }) => screens.list() },
  {
    method: 'PUT',
    path: '/screen',
    answer: ({ screens }, { body }) => screens.show(requests.screen.parse(body)),
  },
  {
    method: 'POST',
    path: '/faults',
    answer: (simulation, { body }) => causeFault(simulation, requests.fault.parse(body)),
  },
  { method: 'POST', path: '/reset', answer: (simulation) => resetSimulation(simulation) },
]
