import { EventEmitter } from 'node:events'
import { Inbox } from '@recado/fargate-session/inbound/inbox'
import { Receiver } from '@recado/fargate-session/inbound/receiver'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { type InboundEvent, inboundEvent } from '@recado/shared/messages/inbound'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { proto, type WASocket } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'

const [ANA, ANA_LID, BETO_LID] = ['5511955551001@s.whatsapp.net', '100@lid', '200@lid'] as const

/** A connection that knows Ana's number and not Beto's. */
function connection() {
  const queued: { event: InboundEvent; group: string }[] = []
  const never = () => Promise.reject(new Error('Not this one'))
  const inbox = new Inbox({
    send: never,
    command: never,
    inOrder: async (_, event, { group }) => void queued.push({ event: inboundEvent.parse(event), group }),
  })
  const table = new MemoryTable()
  const receiver = new Receiver(
    { table, now: Date.now } as unknown as ServicePorts,
    inbox,
    new TenantTable(table, 'A'),
    'LOJA',
  )
  const ev = new EventEmitter()
  const numberOf = async (lid: string) => (lid === ANA_LID ? ANA : null)
  const signalRepository = { lidMapping: { getPNForLID: numberOf } }
  const socket = { ev, ws: new EventEmitter(), signalRepository } as unknown as WASocket
  const work: Promise<unknown>[] = []
  receiver.watch(socket, (each) => void work.push(each))
  const arrives = (remoteJid: string, id: string) =>
    receiver.receive(
      { key: { remoteJid, id, fromMe: false }, message: { conversation: 'Oi' }, messageTimestamp: 1 },
      { offline: false, arrivedAt: Date.now() },
      numberOf,
    )
  const isReadOnPhone = async (remoteJid: string, id: string) => {
    const update = { status: proto.WebMessageInfo.Status.READ }
    ev.emit('messages.update', [{ key: { remoteJid, id, fromMe: false }, update }])
    await Promise.all(work)
  }
  return { queued, arrives, isReadOnPhone }
}

test.each([
  [ANA, { number: '5511955551001' }],
  [ANA_LID, { number: '5511955551001', lid: '100' }],
  [BETO_LID, { lid: '200' }],
])('a message of %s that is read on the phone is queued before the reading', async (jid, person) => {
  const { queued, arrives, isReadOnPhone } = connection()
  await arrives(jid, 'M1')
  await isReadOnPhone(jid, 'M1')
  const [message, reading] = queued
  expect(reading?.event).toMatchObject({ kind: 'read', person, messageIds: ['M1'] })
  expect(message?.event).toMatchObject({ kind: 'message', person })
  // The queue keeps the order within a group.
  expect(reading?.group).toBe(message?.group)
})
