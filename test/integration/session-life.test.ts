import { ANSWER_WITHIN_MS } from '@recado/fargate-session/opening'
import type { Session } from '@recado/fargate-session/session'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { Sessions } from '../support/sessions.ts'
import { simulated } from '../support/simulated.ts'

const SHOP = '5511900000001'
const BRANCH = '5511900000002'
const LOJA = 'LOJA'
const FILIAL = 'FILIAL'

const on = simulated({ [SHOP]: 'Loja', [BRANCH]: 'Filial' })
let sessions: Sessions
beforeEach(() => {
  sessions = new Sessions(on.simulator)
})
afterEach(async () => {
  vi.useRealTimers()
  await sessions.stop()
})

/** Pauses pass at once, and all else goes on as always. */
const pass = async (milliseconds: number) => {
  await vi.advanceTimersByTimeAsync(milliseconds)
}
const pausesPass = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
/** The socket of a session that is linked ends, and it logs in anew. */
const loggedOutBy = async (fault: Record<string, unknown>, session: Session) => {
  await on.control.fault(fault)
  await session.stop()
  const next = await sessions.of(LOJA)
  await next.start()
  return next
}

describe('a socket that never opens', () => {
  test.for([401, 403, 503])('since an HTTP %i answers it is opened again, and its keys are kept', async (status) => {
    const session = await sessions.linked(LOJA, SHOP)
    await loggedOutBy({ kind: 'upgrade', answer: status, times: 1 }, session)
    await sessions.says(LOJA, ({ statusReason }) => statusReason === 'NETWORK')
    expect(await sessions.hasKeys(LOJA)).toBe(true)
    await sessions.isOpen(LOJA)
  })

  test.for([
    { kind: 'upgrade', answer: 'silence', times: 1 },
    { kind: 'loginSilence', number: SHOP },
  ])('since it is not answered ($kind) is ended after a minute and opened again', async (fault) => {
    const session = await sessions.linked(LOJA, SHOP)
    pausesPass()
    await loggedOutBy(fault, session)
    await pass(ANSWER_WITHIN_MS - 1000)
    await pass(2000)
    await sessions.says(LOJA, ({ status, statusReason }) => status === 'TIMEOUT' && statusReason === 'NETWORK')
    await on.control.fault({ kind: 'clear' })
    await sessions.isOpen(LOJA)
  })
})

test('two numbers that are both linked here write to each other, and both get the messages', async () => {
  const shop = await sessions.linked(LOJA, SHOP)
  const branch = await sessions.linked(FILIAL, BRANCH)
  const write = async (from: Session, to: string, text: string) => {
    const jid = `${to}@s.whatsapp.net`
    await from.line.prepare(jid)
    await from.line.send(jid, await from.line.ready(jid, { type: 'text', text }, `3EB0${text}`))
  }
  const got = (connectionId: string, text: string) =>
    eventually(`${connectionId} gets ${text}`, async () =>
      sessions.queued.some(({ message }) => {
        const all = JSON.stringify(message)
        return all.includes(`"connectionId":"${connectionId}"`) && all.includes(`"text":"${text}"`)
      }),
    )
  await write(shop, BRANCH, 'AAAAAAAAAAAAAAAA01')
  await got(FILIAL, 'AAAAAAAAAAAAAAAA01')
  await write(branch, SHOP, 'AAAAAAAAAAAAAAAA02')
  await got(LOJA, 'AAAAAAAAAAAAAAAA02')
})
