import { linkByQrCode } from '../companions/link.ts'
import { linkByPairingCode } from '../companions/pairing-codes.ts'
import { readChat } from '../messages/read.ts'
import { type } from '../messages/typing.ts'
import { resetSimulation, type Simulation } from '../simulation/simulation.ts'
import { saveContacts } from './contacts.ts'
import { causeFault, listFaults } from './faults.ts'
import { changeGroup, listGroups, makeGroup, setGroup } from './groups.ts'
import { latestMessages, messageFile, phoneMessages, writeMessage } from './messages.ts'
import { listPhones, onWhatsApp, sayAbout } from './phones.ts'
import * as requests from './requests.ts'
import type { Route } from './router.ts'
import { MOST_BODY_BYTES, writtenMessage } from './written-message.ts'

/** The control API. Tests and the page use it to act as people and to cause faults. */
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
      return { number: account.number, ...(await linkByQrCode(simulation, account, qr)) }
    },
  },
  {
    method: 'POST',
    path: '/phones/{number}/pairing-code',
    answer: async (simulation, { path, body }) => {
      const { code } = requests.pairingCode.parse(body)
      const account = onWhatsApp(simulation, path.number)
      return { number: account.number, ...(await linkByPairingCode(simulation, account, code)) }
    },
  },
  {
    method: 'POST',
    path: '/phones/{number}/new-account',
    answer: (simulation, { path }) => {
      const { number } = simulation.accounts.renewLid(onWhatsApp(simulation, path.number))
      return { number }
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
    mostBytes: MOST_BODY_BYTES,
    answer: async (simulation, { path, body }) => {
      const author = onWhatsApp(simulation, path.number)
      return writeMessage(simulation, author, writtenMessage.parse(body))
    },
  },
  {
    method: 'GET',
    path: '/phones/{number}/messages/{id}/file',
    answer: (simulation, { path }) =>
      messageFile(simulation, requests.phoneNumber.parse(path.number), path.id ?? ''),
  },
  {
    method: 'POST',
    path: '/phones/{number}/contacts',
    created: true,
    mostBytes: MOST_BODY_BYTES,
    answer: (simulation, { path, body }) =>
      saveContacts(simulation, onWhatsApp(simulation, path.number), requests.saveContacts.parse(body)),
  },
  {
    method: 'POST',
    path: '/phones/{number}/read',
    answer: (simulation, { path, body }) => {
      const reader = onWhatsApp(simulation, path.number)
      const { chat } = requests.readChat.parse(body)
      return { read: readChat(simulation, { reader, chat: chatOf(simulation, chat) }) }
    },
  },
  {
    method: 'POST',
    path: '/phones/{number}/typing',
    answer: (simulation, { path, body }) => {
      const { chat, state } = requests.typing.parse(body)
      const author = onWhatsApp(simulation, path.number)
      type(simulation, author, { chat: chatOf(simulation, chat), state })
    },
  },
  { method: 'GET', path: '/groups', answer: (simulation) => listGroups(simulation) },
  {
    method: 'POST',
    path: '/groups',
    created: true,
    answer: (simulation, { body }) => makeGroup(simulation, requests.createGroup.parse(body)),
  },
  {
    method: 'POST',
    path: '/groups/{id}/members',
    answer: (simulation, { path, body }) =>
      changeGroup(simulation, path.id, requests.changeMembers.parse(body)),
  },
  {
    method: 'PATCH',
    path: '/groups/{id}',
    answer: (simulation, { path, body }) => setGroup(simulation, path.id, requests.setGroup.parse(body)),
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
  { method: 'GET', path: '/faults', answer: (simulation) => listFaults(simulation) },
  {
    method: 'POST',
    path: '/faults',
    answer: (simulation, { body }) => causeFault(simulation, requests.fault.parse(body)),
  },
  { method: 'POST', path: '/reset', answer: (simulation) => resetSimulation(simulation) },
]

/** A chat, with its number in the phone's spelling. A group's id is unchanged. */
const chatOf = ({ accounts }: Simulation, chat: string): string => accounts.find(chat)?.number ?? chat
