import { EventEmitter } from 'node:events'
import { Contacts } from '@recado/fargate-session/groups/contacts'
import type { Inbox } from '@recado/fargate-session/inbound/inbox'
import { LearnedNumbers, showingMappings } from '@recado/fargate-session/inbound/learned-numbers'
import { conversationKey } from '@recado/shared/conversations/conversation'
import { knownContacts } from '@recado/shared/known-contacts/known-contacts'
import type { InboundEvent } from '@recado/shared/messages/inbound'
import { numberOfLid } from '@recado/shared/phone-numbers/lids'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import type { LIDMapping, SignalRepositoryWithLIDStore, WAMessage, WASocket } from '@whiskeysockets/baileys'
import { beforeEach, describe, expect, test, vi } from 'vitest'

const LOJA = 'LOJA'
const SHOP = '5511900000001'
const ANA = '5511955551001'
const BETO = '5511955551002'
const pn = (number: string) => `${number}@s.whatsapp.net`

let table: TenantTable
beforeEach(() => {
  table = new TenantTable(new MemoryTable(), 'A')
})

describe('WhatsApp’s data about people', () => {
  const ev = new EventEmitter()
  const socket = { ev, user: { id: `${SHOP}:1@s.whatsapp.net`, lid: '900:1@lid' } } as unknown as WASocket
  let contacts: Contacts
  let work: Promise<unknown>[]
  beforeEach(() => {
    ev.removeAllListeners()
    work = []
    contacts = new Contacts(table, LOJA)
    contacts.watch(socket, (each) => void work.push(each))
  })
  const opened = () => contacts.opened(SHOP, Date.now())
  const known = async () => {
    await Promise.all(work)
    await contacts.settled()
    return knownContacts(table, LOJA)
  }
  const message = (key: WAMessage['key'], pushName?: string) => ({
    type: 'notify',
    messages: [{ key, ...(pushName && { pushName }) }],
  })

  test('is stored once the account is known', async () => {
    ev.emit('contacts.upsert', [{ id: pn(ANA), name: 'Ana Souza', lid: '100@lid', phoneNumber: pn(ANA) }])
    expect(await known()).toEqual([])
    await opened()
    expect(await known()).toEqual([{ number: ANA, lid: '100', name: 'Ana Souza', isContact: true }])
  })

  test('creates contacts for chats, but not for group members, groups or the account itself', async () => {
    await opened()
    ev.emit('messages.upsert', message({ remoteJid: '100@lid', remoteJidAlt: pn(ANA), id: 'M' }, 'Ana'))
    ev.emit('messages.upsert', message({ remoteJid: pn(BETO), fromMe: true, id: 'M' }, 'A loja'))
    ev.emit('messages.upsert', message({ remoteJid: '1@g.us', participant: '300@lid', id: 'M' }, 'Caio'))
    ev.emit('contacts.upsert', [{ id: pn(SHOP), name: 'Eu' }, { id: '900@lid' }, { id: '1@g.us' }])
    ev.emit(
      'messages.upsert',
      message({ remoteJid: 'status@broadcast', participant: pn(SHOP), id: 'M' }, 'Eu'),
    )
    expect(await known()).toEqual([
      { number: ANA, lid: '100', notify: 'Ana', isContact: true },
      { number: BETO, lid: null, isContact: true },
      { number: null, lid: '300', notify: 'Caio' },
    ])
  })

  test('comes with the history: chats, saved names and profile names', async () => {
    await opened()
    ev.emit('messaging-history.set', {
      chats: [{ id: '100@lid', pnJid: pn(ANA) }, { id: '1@g.us' }],
      contacts: [
        { id: '100@lid', phoneNumber: pn(ANA), name: 'Ana Souza' },
        { id: pn(BETO), notify: 'Beto' },
      ],
      messages: [{ key: { remoteJid: '100@lid', id: 'M' }, pushName: 'aninha' }],
    })
    expect(await known()).toEqual([
      { number: ANA, lid: '100', name: 'Ana Souza', notify: 'aninha', isContact: true },
      { number: BETO, lid: null, notify: 'Beto' },
    ])
    ev.emit('contacts.update', [{ id: pn(ANA), notify: 'Aninha', verifiedName: 'Ana Doces' }])
    expect(await known()).toContainEqual({
      number: ANA,
      lid: '100',
      name: 'Ana Souza',
      notify: 'Aninha',
      verifiedName: 'Ana Doces',
      isContact: true,
    })
  })

  test('is not processed again with every message of the same person', async () => {
    await opened()
    const reads = vi.spyOn(table, 'getMany')
    const upsert = message({ remoteJid: pn(ANA), id: 'M' }, 'Ana')
    for (let count = 0; count < 50; count++) ev.emit('messages.upsert', upsert)
    await known()
    const before = reads.mock.calls.length
    for (let count = 0; count < 50; count++) ev.emit('messages.upsert', upsert)
    await Promise.all(work)
    expect(reads.mock.calls.length).toBe(before)
  })
})

describe('pairs of number and LID', () => {
  const handed: InboundEvent[] = []
  const inbox = { hand: async (event: InboundEvent) => void handed.push(event) } as Pick<
    Inbox,
    'hand'
  > as Inbox
  const mapping = (lid: string, number: string): LIDMapping => ({ lid: `${lid}@lid`, pn: pn(number) })

  test('are stored together once, and move a conversation under the LID', async () => {
    await table.put({ ...conversationKey(LOJA, 'lid-100'), connectionId: LOJA, chat: 'lid-100' })
    const learned = new LearnedNumbers(table, LOJA, inbox)
    const written = vi.spyOn(table, 'putMany')
    const all = [mapping('100', ANA), mapping('200', BETO)]
    await Promise.all(all.map((each) => learned.learn([each])))
    expect([await numberOfLid(table, '100'), await numberOfLid(table, '200')]).toEqual([ANA, BETO])
    await learned.learn(all)
    expect(written).toHaveBeenCalledTimes(1)
    expect(handed).toEqual([
      expect.objectContaining({ kind: 'identity', person: { lid: '100', number: ANA } }),
    ])
  })

  test('are seen in every way that the library stores them, and the library still stores them', async () => {
    const stored: LIDMapping[] = []
    const lidMapping = { storeLIDPNMappings: async (pairs: LIDMapping[]) => void stored.push(...pairs) }
    const seen: LIDMapping[] = []
    const repository = { lidMapping } as unknown as SignalRepositoryWithLIDStore
    const shown = showingMappings(repository, (pairs) => seen.push(...pairs))
    await shown.lidMapping.storeLIDPNMappings([mapping('100', ANA)])
    expect([seen, stored]).toEqual([[mapping('100', ANA)], [mapping('100', ANA)]])
  })
})
