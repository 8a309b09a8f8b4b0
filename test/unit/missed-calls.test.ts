import { EventEmitter } from 'node:events'
import { Inbox } from '@recado/fargate-session/inbound/inbox'
import { type CallPhase, type CallStep, phaseAfter } from '@recado/fargate-session/inbound/missed-calls'
import { Receiver } from '@recado/fargate-session/inbound/receiver'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { type InboundEvent, inboundEvent } from '@recado/shared/messages/inbound'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import type { WACallEvent, WASocket } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'

const step = (status: CallStep['status'], also: Partial<CallStep> = {}): CallStep => ({ status, ...also })
const [offer, timeout, terminate] = [step('offer'), step('timeout'), step('terminate')]
const [accept, reject] = [step('accept'), step('reject')]
const ended = (reason: string) => step('terminate', { reason })

test.each<[string, number, CallStep[]]>([
  ['that rings until its time is over', 1, [offer, timeout]],
  ['that its caller gives up', 1, [offer, terminate]],
  ['that is offered again, and rings', 1, [offer, offer, step('ringing'), step('relaylatency'), terminate]],
  ['that ends for each device of its caller', 1, [offer, terminate, terminate, timeout]],
  ['that is offered once more after its end', 1, [offer, terminate, offer, terminate]],
  ['that still rings', 0, [offer, step('preaccept')]],
  ['that was answered', 0, [offer, accept, terminate]],
  ['that was refused', 0, [offer, reject, terminate, terminate]],
  ['that was answered on the phone', 0, [offer, ended('accepted_elsewhere')]],
  ['that was refused on the phone, and then ends', 0, [offer, ended('rejected_elsewhere'), terminate]],
  ['that was never offered here', 0, [terminate, timeout]],
  ['of a group', 0, [step('offer', { isGroup: true }), timeout]],
  ['of the account itself', 0, [step('offer', { isOwn: true }), terminate]],
])('a call %s is missed %i times', (_, times, steps) => {
  let phase: CallPhase | undefined
  const phases = steps.map((each) => {
    phase = phaseAfter(phase, each)
    return phase
  })
  expect(phases.filter((each) => each === 'missed')).toHaveLength(times)
})

const ANA = '200@lid'

/** A connection that hears calls as the library reports them, after the stanza. */
function connection() {
  const queued: InboundEvent[] = []
  const never = () => Promise.reject(new Error('Not this one'))
  const inOrder = async (_: unknown, event: unknown) => void queued.push(inboundEvent.parse(event))
  const table = new MemoryTable()
  const ports = { table, now: Date.now } as unknown as ServicePorts
  const inbox = new Inbox({ send: never, command: never, inOrder })
  const receiver = new Receiver(ports, inbox, new TenantTable(table, 'A'), 'LOJA')
  const [ev, ws] = [new EventEmitter(), new EventEmitter()]
  const signalRepository = { lidMapping: { getPNForLID: async () => null } }
  const user = { id: '5511900000001:7@s.whatsapp.net', lid: '100:7@lid' }
  receiver.watch({ ev, ws, signalRepository, user } as unknown as WASocket, () => undefined)
  const hear = (status: WACallEvent['status'], from = ANA, reason?: string) => {
    const attrs = { 'call-id': 'C1', ...(reason && { reason }) }
    ws.emit('CB:call', { tag: 'call', attrs: {}, content: [{ tag: status, attrs }] })
    const date = new Date(1_790_000_000_000)
    ev.emit('call', [
      { id: 'C1', from, chatId: from, date, offline: false, status, isVideo: status === 'offer' },
    ])
  }
  return { queued, hear, settled: () => receiver.settled() }
}

test('a call that its caller gives up is queued once, as its offer came', async () => {
  const { queued, hear, settled } = connection()
  for (const status of ['offer', 'terminate', 'terminate'] as const) hear(status)
  await settled()
  const content = { type: 'notice', about: 'missed-video-call', text: '', items: [] }
  expect(queued).toMatchObject([{ kind: 'message', messageId: 'C1', person: { lid: '200' }, content }])
})

test('a call that is answered on the phone or made by the account is not queued', async () => {
  const answered = connection()
  answered.hear('offer')
  answered.hear('terminate', ANA, 'accepted_elsewhere')
  await answered.settled()
  expect(answered.queued).toEqual([])
  const made = connection()
  made.hear('offer', '100@lid')
  made.hear('terminate', ANA)
  await made.settled()
  expect(made.queued).toEqual([])
})
