import { join } from 'node:path'
import { api, type Domain } from '@recado/shared/api/routes'
import type { QueueName } from '@recado/shared/queues/queues'
import { build, type Plugin } from 'esbuild'
import { expect, test } from 'vitest'
import { grantsOf } from '../../infra/src/domain-grants.ts'
import { entryOf, otherFunctions, workerFunctions } from '../../infra/src/functions.ts'
import type { Grants } from '../../infra/src/grants.ts'
import { ROOT } from '../../infra/src/root.ts'
import {
  everyMinuteGrants,
  firstOperatorGrants,
  mailEventsGrants,
  sessionServiceGrants,
  socketGrants,
  workerGrants,
} from '../../infra/src/worker-grants.ts'

interface Deployed {
  name: string
  entry: string
  grants: readonly Grants[]
}

const workers = (Object.keys(workerFunctions) as QueueName[]).map((queue) => ({
  name: queue,
  entry: entryOf(workerFunctions[queue].file),
  grants: [workerGrants[queue]],
}))
const domains = (Object.keys(api) as Domain[]).map((domain) => ({
  name: `the calls of ${domain}`,
  entry: entryOf(`${domain}/api`),
  grants: [grantsOf(domain)],
}))
const others = [
  { name: 'the minute rule', entry: entryOf(otherFunctions.everyMinute), grants: [everyMinuteGrants] },
  { name: 'the reports about mails', entry: entryOf(otherFunctions.mailEvents), grants: [mailEventsGrants] },
  { name: 'the live socket', entry: entryOf(otherFunctions.sockets), grants: Object.values(socketGrants) },
  { name: 'the first operator', entry: entryOf(otherFunctions.firstOperator), grants: [firstOperatorGrants] },
  {
    name: 'the socket service',
    entry: join(ROOT, 'fargate-session/src/main.ts'),
    grants: [sessionServiceGrants],
  },
]

/** Files of every function that publish only when other code calls them. */
const LOADED_BY_ALL = new Set([
  'functions/src/context.ts',
  'shared/src/campaigns/report/watchers.ts',
  'shared/src/notices/causes/publisher.ts',
  'shared/src/tickets/live/watchers.ts',
])
const PUBLISHING = /\b(publish\d*|countersChanged|recipientChanged|messageChanged|ticketChanged)\(/

/** Code that these functions contain and never reach: an import that was canceled or lost has no handover. */
const NEVER_REACHED: Record<string, string[]> = {
  cleanup: ['handovers'],
  'the calls of data-subjects': ['handovers'],
  'the calls of contact-lists': ['handovers'],
  'the calls of contact-blocks': ['handovers'],
  'the calls of contacts': ['handovers'],
}

/** Libraries stay outside: they send to no queue. */
const ownCodeOnly: Plugin = {
  name: 'own code only',
  setup: ({ onResolve }) => onResolve({ filter: /^[^./@]|^@[^r]/ }, () => ({ external: true })),
}

/** The bundler writes each file’s path above its code, numbers names that appear twice, and leaves out unused code. */
const FILE_PATH = /^ *\/\/ (\S+\.ts)$/m

async function codeByFile(entry: string): Promise<[file: string, code: string][]> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    plugins: [ownCodeOnly],
    absWorkingDir: ROOT,
    outdir: ROOT,
    write: false,
  })
  return outputFiles.flatMap(({ text }) => {
    const [, ...parts] = text.split(FILE_PATH)
    return parts.flatMap((file, index): [string, string][] =>
      index % 2 === 0 ? [[file, parts[index + 1] ?? '']] : [],
    )
  })
}

/** The queues that a function's code sends to. */
async function sendsOf({ name, entry }: Deployed): Promise<Set<string>> {
  const sends = new Set<string>()
  for (const [file, code] of await codeByFile(entry)) {
    if (LOADED_BY_ALL.has(file)) continue
    for (const [, queue = ''] of code.matchAll(/queues\d*\s*\.(?:send|inOrder)\(\s*["'](\w+)["']/g))
      sends.add(queue)
    if (/queues\d*\s*\.command\(/.test(code)) sends.add('commands')
    if (PUBLISHING.test(code)) sends.add('events')
  }
  for (const queue of NEVER_REACHED[name] ?? []) sends.delete(queue)
  return sends
}

const grantedTo = ({ grants }: Deployed): Set<string> =>
  new Set(grants.flatMap(({ send = [], commands }) => [...send, ...(commands ? ['commands'] : [])]))

test.each([...workers, ...domains, ...others])(
  '$name may send to exactly the queues that its code sends to',
  async (one) => {
    const granted = grantedTo(one)
    const sent = await sendsOf(one)
    expect([...sent].filter((queue) => !granted.has(queue))).toEqual([])
    expect([...granted].filter((queue) => !sent.has(queue))).toEqual([])
  },
)
