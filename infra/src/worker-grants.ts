import type { QueueName } from '@recado/shared/queues/queues'
import type { Grants } from './grants.ts'
import { TOLD, WRITE } from './usual-grants.ts'

/** Rights of the Lambdas behind the queues. */
export const workerGrants: { [Q in QueueName]: Grants } = {
  pace: { ...WRITE, receive: ['pace'], send: ['pace', 'events', 'validity'], commands: 'send' },
  // It queues the rest of a long list.
  start: { ...WRITE, receive: ['start'], send: ['start', 'pace', 'events'] },
  // It tells customers of the end of silent tickets.
  sweep: {
    ...WRITE,
    receive: ['sweep'],
    send: ['start', 'pace', 'schedules', 'events', 'cleanup'],
    commands: 'send',
  },
  schedules: {
    ...WRITE,
    receive: ['schedules'],
    send: ['schedules', 'events'],
    commands: 'send',
    // It copies the file of a schedule for its message.
    files: ['read', 'write', 'delete'],
  },
  imports: {
    ...WRITE,
    receive: ['imports'],
    send: ['imports', 'events', 'handovers'],
    // It writes the spreadsheet of people that it searched.
    files: ['read', 'write', 'delete'],
  },
  handovers: {
    ...WRITE,
    receive: ['handovers'],
    send: ['handovers', 'events'],
    secrets: ['integration-key'],
  },
  exports: { ...WRITE, receive: ['exports'], files: ['read', 'write', 'delete'] },
  validity: { ...WRITE, receive: ['validity'], send: ['validity', 'events'], commands: 'send' },
  cleanup: {
    ...WRITE,
    receive: ['cleanup'],
    send: ['events', 'cleanup', 'emails'],
    files: ['delete', 'list'],
    commands: 'send',
  },
  // It splits an event for everyone into one event per company, which it sends to itself.
  // It queues what events tell users of.
  events: { ...WRITE, receive: ['events'], send: ['events', 'emails'], sockets: true },
  emails: { ...WRITE, receive: ['emails'], send: ['events', 'emails'], email: true },
  // An answer to a confirmation question wakes the chain.
  inbound: { ...WRITE, receive: ['inbound'], send: ['pace', 'events'], commands: 'send' },
}

export type SocketRoute = 'connect' | 'disconnect' | 'message'
export const socketGrants: { [R in SocketRoute]: Grants } = {
  // It uses up the ticket, and closes sockets above the limit.
  connect: {
    ...WRITE,
    shared: { socketTickets: 'write', sockets: 'read', listening: 'write' },
    sockets: true,
  },
  disconnect: { ...TOLD, shared: { sockets: 'read' } },
  // It answers a browser's sign of life, and shows customers that their attendant is typing.
  message: { ...TOLD, shared: { sockets: 'read' }, commands: 'send', sockets: true },
}

export const everyMinuteGrants: Grants = { send: ['sweep'] }

export const mailEventsGrants: Grants = WRITE

export const firstOperatorGrants: Grants = { ...WRITE, send: ['emails'] }

export const sessionServiceGrants: Grants = {
  ...WRITE,
  authTable: 'write',
  files: ['read', 'write'],
  commands: 'receive',
  send: ['pace', 'events', 'inbound'],
}
