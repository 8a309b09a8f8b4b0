import '@recado/whatsapp-simulator/silence-signal-library'
import '@recado/whatsapp-simulator/testing/true-signatures'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { startSimulator } from '@recado/whatsapp-simulator/simulator'
import { Company } from '@recado/whatsapp-simulator/testing/company'
import { controlOf } from '@recado/whatsapp-simulator/testing/control-client'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { WireLog } from '@recado/whatsapp-simulator/testing/wire-log'
import { afterEach, beforeEach, expect, test } from 'vitest'

const COMPANY = '5511900000001'
const ANA = '5511988887777'

let dataFolder: string
let child: ChildProcess | undefined

beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'whatsapp-simulator-'))
})

afterEach(async () => {
  child?.kill('SIGKILL')
  await rm(dataFolder, { recursive: true, force: true })
})

test('a restarted simulator keeps companies, messages, keys and waiting messages', async () => {
  const first = await startSimulator({ dataFolder })
  const company = await Company.linked(first, COMPANY)
  const id = await company.send(ANA, 'antes')
  await until('it is delivered', () => company.statuses.get(id)?.includes(3))
  await company.leave()
  await controlOf(first).write(ANA, COMPANY, 'enquanto isso')
  await controlOf(first).read(ANA, COMPANY)
  await first.stop()

  const second = await startSimulator({ dataFolder })
  expect(second.rootPublicKey).toEqual(first.rootPublicKey)
  company.moveTo(second)
  await company.logIn()
  expect(company.qr).toBeUndefined()
  await until(
    'what waited has come',
    () => company.texts().includes('enquanto isso') && company.statuses.get(id)?.includes(4),
  )
  const encryptions: string[] = []
  company.socket?.ws.on('CB:message', ({ content }) => encryptions.push(content[0].attrs.type))
  await company.send(ANA, 'depois')
  await controlOf(second).write(ANA, COMPANY, 'e agora')
  await until('the answer has come', () => company.texts().includes('e agora'))
  const atAna = await controlOf(second).messages(ANA)
  expect(atAna.map(({ text }) => text)).toEqual(['antes', 'enquanto isso', 'depois', 'e agora'])
  // `msg`, not `pkmsg`: Ana's phone goes on with the session it had.
  expect(encryptions).toEqual(['msg'])
  expect(company.received.filter(({ messageStubType }) => messageStubType)).toEqual([])
  await second.stop()
})

test('a group keeps members and keys after a restart', async () => {
  const first = await startSimulator({ dataFolder })
  const company = await Company.linked(first, COMPANY)
  const members = [COMPANY, ANA]
  const group = await controlOf(first).createGroup({ subject: 'Clientes', members })
  await company.receives(await controlOf(first).write(ANA, group, 'antes'))
  await company.send(group, 'antes também')
  await until('Ana has it', async () => (await controlOf(first).messages(ANA)).length === 2)
  await company.leave()
  await first.stop()

  const second = await startSimulator({ dataFolder })
  const control = controlOf(second)
  expect(await control.groups()).toMatchObject([{ id: group, subject: 'Clientes', members }])
  company.moveTo(second)
  const wire = new WireLog()
  await company.logIn({ logger: wire.logger })
  await company.receives(await control.write(ANA, group, 'depois'))
  const sent = await company.send(group, 'depois também')
  await until('Ana has it', async () => (await control.messages(ANA)).length === 4)
  // No key was given out again.
  expect(wire.message(sent)).not.toContain('<participants')
  expect(company.received.filter(({ message }) => message?.senderKeyDistributionMessage)).toHaveLength(1)
  await second.stop()
})

test('an acknowledged message survives kill -9 of the simulator at any moment', async () => {
  let port = await startProcess(0)
  const first = await describeProcess(port)
  const company = await Company.linked(first, COMPANY)
  const sent: string[] = []
  for (const round of [1, 2, 3]) {
    // The kill falls among messages that are on their way.
    for (let index = 0; index < 20; index++) {
      const number = `55119${String(70_000_001 + index)}`
      company.send(number, `rodada ${round}`).then(
        (id) => sent.push(id),
        () => undefined,
      )
    }
    await until('some are acknowledged', () => company.acks.length >= round * 5)
    await end('SIGKILL')
    await until('the company notices', () => company.closes.length > round)
    port = await startProcess(port)
    await company.logIn()
  }
  const control = controlOf(first)
  const atPhones: string[] = []
  for (let index = 0; index < 20; index++) {
    atPhones.push(...(await control.messages(`55119${String(70_000_001 + index)}`)).map(({ id }) => id))
  }
  for (const { id } of company.acks) expect(atPhones.filter((received) => received === id)).toHaveLength(1)
  expect(new Set(atPhones).size).toBe(atPhones.length)
  expect(await end('SIGTERM')).toBe(0)
})

/** Starts the simulator as a process of its own, on a free port for 0, and answers the port it has. */
async function startProcess(port: number): Promise<number> {
  const main = path.join(import.meta.dirname, '../whatsapp-simulator/src/main.ts')
  const started = spawn(process.execPath, [main], {
    env: { ...process.env, SIMULATOR_PORT: String(port), RECADO_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  const [line] = await once(createInterface({ input: started.stdout }), 'line')
  return Number(/127\.0\.0\.1:(\d+)/.exec(line)?.[1])
}

/** Ends the process with a signal and answers its exit code. */
async function end(signal: NodeJS.Signals): Promise<number | null> {
  if (!child) throw new Error('no process was started')
  const exited = once(child, 'exit')
  child.kill(signal)
  const [code] = await exited
  return code
}

/** What a client must know of a simulator that runs elsewhere. */
async function describeProcess(port: number) {
  const url = `http://127.0.0.1:${port}`
  const rootPublicKey = await controlOf({ url }).rootPublicKey()
  return { url, port, rootPublicKey, webSocketUrl: `ws://127.0.0.1:${port}/ws/chat`, stop: async () => {} }
}
