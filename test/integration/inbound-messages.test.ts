import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FileKeys } from '@recado/shared/secrets/file-keys'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LinkedSession } from '../support/linked-session.ts'
import { simulated } from '../support/simulated.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
const folder = mkdtempSync(join(tmpdir(), 'recado-inbound-'))
afterAll(() => rmSync(folder, { recursive: true }))

const on = simulated({ [ANA]: 'Ana' })
let shop: LinkedSession
beforeEach(async () => {
  shop = await LinkedSession.of(on.simulator, on.control, SHOP, new FileKeys(folder))
})
afterEach(() => shop.session.stop())

const notice = (about: string) => ({ type: 'notice', about, text: '', items: [] })
const isText = ({ content }: { content: { type: string } }) => content.type === 'text'
const isNotice = ({ content }: { content: { type: string } }) => content.type === 'notice'

describe('what somebody writes', () => {
  test('without its content coming along stands there in words, until the phone sends it again', async () => {
    await on.control.fault({ kind: 'withoutContent', number: SHOP, resends: false })
    const lost = await on.control.write(ANA, SHOP, 'não chega')
    expect((await shop.until(ANA, lost, isNotice)).content).toEqual(notice('unreadable'))
    await on.control.fault({ kind: 'withoutContent', number: SHOP })
    const id = await on.control.write(ANA, SHOP, 'chega depois')
    expect((await shop.until(ANA, id, isText)).content).toEqual({ type: 'text', text: 'chega depois' })
    expect((await shop.messages(ANA)).map(({ messageId }) => messageId)).toEqual([lost, id])
  })

  test('to be opened once is said to be so', async () => {
    await on.control.fault({ kind: 'withoutContent', number: SHOP, type: 'view_once' })
    const id = await on.control.writes(ANA, SHOP, { type: 'image' })
    expect((await shop.until(ANA, id, isNotice)).content).toEqual(notice('view-once'))
  })

  test('that cannot be decrypted is there once it was asked for again, in its place', async () => {
    await on.control.fault({ kind: 'garbled', number: SHOP, copies: 2 })
    const id = await on.control.write(ANA, SHOP, 'ilegível')
    await shop.until(ANA, id, isNotice)
    await on.control.fault({ kind: 'clear' })
    expect((await shop.until(ANA, id, isText)).content).toEqual({ type: 'text', text: 'ilegível' })
    expect(await shop.messages(ANA)).toHaveLength(1)
  })

  test('through a list is a message of theirs, and a status is none', async () => {
    await on.control.writes(ANA, SHOP, { text: 'para os meus contatos', via: 'status' })
    const id = await on.control.writes(ANA, SHOP, { text: 'para a lista', via: 'list' })
    await shop.until(ANA, id, isText)
    expect(await shop.messages(ANA)).toMatchObject([
      { chat: ANA, fromMe: false, content: { text: 'para a lista' } },
    ])
  })

  test('of another kind stands there as what it is', async () => {
    const pollCreationMessageV3 = { name: 'Qual dia?', options: [{ optionName: 'Sexta' }] }
    const poll = await on.control.writes(ANA, SHOP, { type: 'other', message: { pollCreationMessageV3 } })
    const buttonsResponseMessage = { selectedButtonId: 'b1', selectedDisplayText: 'SAIR' }
    const choice = await on.control.writes(ANA, SHOP, { type: 'other', message: { buttonsResponseMessage } })
    expect((await shop.until(ANA, poll, isNotice)).content).toEqual({
      type: 'notice',
      about: 'poll',
      text: 'Qual dia?',
      items: ['Sexta'],
    })
    expect((await shop.until(ANA, choice, isText)).content).toEqual({ type: 'text', text: 'SAIR' })
  })

  test('by calling in vain is there as a missed call', async () => {
    await on.control.fault({ kind: 'missedCall', number: SHOP, from: ANA, video: true })
    const [missed] = await expect
      .poll(() => shop.messages(ANA))
      .toHaveLength(1)
      .then(() => shop.messages(ANA))
    expect(missed?.content).toEqual(notice('missed-video-call'))
  })
})

describe('the file of a message', () => {
  const stateOf = (state: string) => (message: { content: object }) =>
    'media' in message.content && (message.content.media as { state: string }).state === state

  test('is fetched by its path where its address has ended', async () => {
    await on.control.fault({ kind: 'filesByPath' })
    const id = await on.control.writes(ANA, SHOP, { type: 'image' })
    await shop.until(ANA, id, stateOf('READY'))
    expect(shop.files.size).toBe(1)
  })

  test('that is gone is fetched once the phone has uploaded it again', async () => {
    await on.control.fault({ kind: 'goneFiles' })
    const id = await on.control.writes(ANA, SHOP, { type: 'image' })
    await shop.until(ANA, id, stateOf('READY'))
    expect(shop.files.size).toBe(1)
  })

  test('that the phone does not have either is gone', async () => {
    await on.control.fault({ kind: 'goneFiles', uploads: false })
    const id = await on.control.writes(ANA, SHOP, { type: 'image' })
    await shop.until(ANA, id, stateOf('GONE'))
    expect(shop.files.size).toBe(0)
  })

  test('that was given up is fetched after all, when its phone comes back with it', async () => {
    await on.control.fault({ kind: 'goneFiles', uploads: false })
    const id = await on.control.writes(ANA, SHOP, { type: 'image' })
    await shop.until(ANA, id, stateOf('GONE'))
    await on.control.fault({ kind: 'goneFiles' })
    await on.control.fault({ kind: 'lateUpload', number: SHOP, message: id })
    await shop.until(ANA, id, stateOf('READY'))
    expect(shop.files.size).toBe(1)
  })
})
