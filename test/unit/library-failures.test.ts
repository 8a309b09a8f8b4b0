import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { text } from 'node:stream/consumers'
import { UploadHosts } from '@recado/fargate-session/outbound/upload-hosts'
import { guardListeners } from '@recado/fargate-session/session/library-listeners'
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'
import { describe, expect, test } from 'vitest'

describe('a listener of the library', () => {
  const guarded = (listen: (ws: EventEmitter) => void) => {
    const ws = new EventEmitter()
    listen(ws)
    const failures: unknown[] = []
    guardListeners({ ws } as unknown as Pick<WASocket, 'ws'>, (work) => {
      work.catch((error: unknown) => failures.push(error))
    })
    return { ws, failures }
  }

  test('that fails later is handed to the guard, once for each failure', async () => {
    const refused = new Error('rate-overlimit')
    const { ws, failures } = guarded((each) => {
      each.on('CB:ib,,dirty', async () => {
        throw refused
      })
      each.on('CB:message', async () => Promise.reject(new Error('Connection Closed')))
    })
    ws.emit('CB:ib,,dirty')
    await expect.poll(() => failures).toEqual([refused])
    // Those that wait for our own work are called through this list.
    for (const listener of ws.listeners('CB:message')) listener()
    await expect.poll(() => failures).toEqual([refused, new Error('Connection Closed')])
  })

  test('still gets its event, in its place', async () => {
    const heard: unknown[] = []
    const { ws, failures } = guarded((each) => {
      each.on('frame', (...values: unknown[]) => heard.push(['first', ...values]))
      each.on('frame', async (...values: unknown[]) => heard.push(['second', ...values]))
    })
    expect(ws.emit('frame', 'a', 1)).toBe(true)
    expect(ws.emit('other')).toBe(false)
    expect(heard).toEqual([
      ['first', 'a', 1],
      ['second', 'a', 1],
    ])
    ws.removeAllListeners('frame')
    expect(ws.emit('frame')).toBe(false)
    expect(failures).toEqual([])
  })
})

describe('a process', () => {
  /** Runs a module beside the handler. @returns its exit code and its output */
  const runs = async (then: string) => {
    const handler = import.meta.resolve('@recado/fargate-session/task/rejections')
    const module = `
      import { outliveRejections } from '${handler}'
      const told = []
      const log = { error: (what, { error }) => told.push(what, error.message) }
      outliveRejections({ log, recordMetrics: (figures) => told.push(figures) })
      ${then}
      setImmediate(() => console.log(JSON.stringify(told)))`
    const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', module], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    return { code, output: output.trim() }
  }

  test('outlives a rejection that nothing handles, and logs and counts it', async () => {
    expect(await runs("void Promise.reject(new Error('refused'))")).toEqual({
      code: 0,
      output: JSON.stringify(['unhandled rejection', 'refused', { Faults: 1 }]),
    })
  })

  test('ends after an exception that nothing catches, and after a failed start', async () => {
    const failure = { code: 1, output: '' }
    expect(await runs("process.nextTick(() => { throw new Error('broken') })")).toEqual(failure)
    expect(await runs("await Promise.reject(new Error('not started'))")).toEqual(failure)
  })
})

describe('the hosts for uploads', () => {
  const HOST = { hostname: 'mmg.whatsapp.net', maxContentLengthBytes: '100' }
  const told = (ttl: string, host: Record<string, string> = HOST): BinaryNode => ({
    tag: 'iq',
    attrs: {},
    content: [{ tag: 'media_conn', attrs: { auth: 'a', ttl }, content: [{ tag: 'host', attrs: host }] }],
  })
  let now = 0
  const asking = (...answers: (BinaryNode | Error | undefined)[]) => {
    now = 1_790_000_000_000
    let asked = 0
    const query = async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)]
      if (answer instanceof Error) throw answer
      return answer
    }
    const hosts = new UploadHosts(query as WASocket['query'], () => now)
    return { hosts, asked: () => asked }
  }

  test('are asked for again after a refusal, a lost answer, and one without a host', async () => {
    const { hosts, asked } = asking(new Error('500'), undefined, told('300', {}), told('300'))
    await expect(hosts.get(false)).rejects.toThrow('500')
    await expect(hosts.get(false)).rejects.toThrow('names no host')
    await expect(hosts.get(false)).rejects.toThrow('names no host')
    expect(await hosts.get(false)).toMatchObject({
      auth: 'a',
      hosts: [{ hostname: 'mmg.whatsapp.net', maxContentLengthBytes: 100 }],
    })
    expect(asked()).toBe(4)
  })

  test('are kept for as long as WhatsApp says', async () => {
    const { hosts, asked } = asking(told('300'))
    await Promise.all([hosts.get(false), hosts.get(false)])
    now += 299_000
    await hosts.get(false)
    expect(asked()).toBe(1)
    now += 1000
    await hosts.get(false)
    expect(asked()).toBe(2)
  })

  test('are asked for at once when a host refuses', async () => {
    const { hosts, asked } = asking(told('300'))
    await hosts.get(false)
    await Promise.all([hosts.get(true), hosts.get(true)])
    expect(asked()).toBe(2)
  })
})
