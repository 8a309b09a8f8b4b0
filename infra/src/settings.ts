import { integrationKind } from '@recado/shared/integration/kind'
import { DEFAULT_SHARDS, MOST_SHARDS } from '@recado/shared/queues/shards'
import * as z from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import { checkFargateSize } from './fargate-sizes.ts'
import { covers, senderOf } from './sender-identity.ts'
import { problemsOf, SettingsError } from './settings-problems.ts'

/** Name of a deployment. It is part of the bucket's name, which may have 63 characters with account and region. */
const deploymentName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,19}$/, 'the name of a deployment has up to 20 of a-z, 0-9 and -, a letter first')

const emailAddress = z.string().regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an e-mail address')
const domainName = z.string().regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'must be a domain')
const count = z.int('must be a whole number').nonnegative('must be a whole number')

const integration = z.strictObject({
  kind: integrationKind,
  /** Address of the platform's API. */
  url: z.url({ protocol: /^https$/, error: 'must begin with https://' }),
})

const socketService = z
  .strictObject({
    /** Smallest and largest number of tasks. The number follows the connections. */
    tasks: count.default(1),
    mostTasks: count.optional(),
    /** CPU units of a task: 1024 are one vCPU. */
    cpu: count.default(512),
    /** A hundred connections take about 360 MB. */
    memoryMegabytes: count.default(1024),
    /** Number of connections in one task above which another task starts. */
    connectionsPerTask: count.min(1, 'must be at least 1').default(150),
    /**
     * Number of shards of connections, which the tasks share. It can be raised, by the steps of docs/operations.md, and
     * never lowered.
     */
    shards: count
      .min(1, `must be from 1 to ${MOST_SHARDS}`)
      .max(MOST_SHARDS, `must be from 1 to ${MOST_SHARDS}`)
      .default(DEFAULT_SHARDS),
  })
  .transform(({ mostTasks, ...others }) => ({
    ...others,
    mostTasks: mostTasks ?? (others.tasks === 0 ? 0 : Math.max(others.tasks, 8)),
  }))
  .superRefine(({ tasks, mostTasks, shards, cpu, memoryMegabytes }, { addIssue }) => {
    // With more tasks than shards, some tasks would have no work.
    if (mostTasks < tasks || mostTasks > shards)
      addIssue({ code: 'custom', path: ['mostTasks'], message: `must be from tasks (${tasks}) to ${shards}` })
    const problem = checkFargateSize(cpu, memoryMegabytes)
    if (problem) addIssue({ code: 'custom', ...problem })
  })

/** Content of `deployments/<name>.json`: the settings of one deployment. */
const deploymentFile = z.strictObject({
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region, such as sa-east-1'),
  /** Domain of the app. Without it, the app is at CloudFront's address. */
  domain: domainName.optional(),
  /** Sender of mails. Without it, `no-reply@` the domain. Without both, no mails are sent. */
  emailFrom: emailAddress.optional(),
  /** Domain or address that SES already has as an identity of the account. The stack then creates none. */
  emailIdentity: z.union([emailAddress, domainName], 'must be a domain or an e-mail address').optional(),
  /** E-mail of the first operator's account, which is created at the first deployment. */
  operatorEmail: emailAddress.optional(),
  /** Recipient of the alarms' mails. Without it, alarms are only shown in CloudWatch. */
  alarmEmail: emailAddress.optional(),
  /** Monthly budget in US dollars. Above it, `alarmEmail` gets a mail. */
  monthlyBudget: count.min(1, 'must be at least 1').optional(),
  /** The multi-attendance platform for companies, if there is one. */
  integration: integration.optional(),
  /** A ready image of the socket service. Without it, one is built from the sources with docker. */
  socketImage: z.string().min(1, 'must not be empty').optional(),
  socketService: socketService.prefault({}),
  /**
   * Requests a second of each of the two APIs, above which API Gateway refuses them. An account has 10,000 a second and
   * bursts of 5,000 for all its APIs in a region ("Amazon API Gateway quotas" in its developer guide), so two deployments
   * with the default fit in, and none uses up all. Calls of 1,000 companies are 90 a second on average, and the pings of
   * 50,000 open sockets 2,500.
   */
  requestsPerSecond: count.min(1, 'must be at least 1').default(2500),
  /** Number of the secret that CloudFront sends to the API. A new number makes a new secret. */
  originSecret: count.min(1, 'must be at least 1').default(1),
  /**
   * Name of a restored table, which takes the place of the stack's own one. DynamoDB's rule for names: "Naming
   * rules" in its developer guide.
   */
  table: z
    .string()
    .regex(/^[\w.-]{3,255}$/, 'must be the name of a table')
    .optional(),
})

/** Fields with fields of their own, for the names in error messages. */
const KNOWN = {
  '': Object.keys(deploymentFile.shape),
  integration: Object.keys(integration.shape),
  socketService: Object.keys(socketService.in.shape),
}

/** The settings of a deployment, with defaults. */
export interface Settings extends z.output<typeof deploymentFile> {
  /** Prefix of all names, so that two deployments can share an account. */
  name: string
  version: string
  /** The file's content without defaults. The next deployment is compared with it. */
  written: Record<string, unknown>
}

/**
 * Checks the content of a deployment's file and adds the defaults.
 * @throws SettingsError with one line per problem: `deployments/loja.json: alarmEmail: must be an e-mail address`
 */
export function parseSettings(name: string, content: unknown): Settings {
  const named = deploymentName.safeParse(name)
  const read = deploymentFile.superRefine(checkTogether).safeParse(content, { reportInput: true })
  const problems = [
    ...(named.error ? problemsOf(named.error, KNOWN) : []),
    ...(read.error ? problemsOf(read.error, KNOWN) : []),
  ]
  if (!read.data || problems.length > 0)
    throw new SettingsError(problems.map((problem) => `deployments/${name}.json: ${problem}`).join('\n'))
  const written = z.record(z.string(), z.unknown()).parse(content)
  return { ...read.data, emailFrom: senderOf(read.data), name, version: manifest.version, written }
}

/** Rules between settings. */
function checkTogether(
  { domain, emailFrom, emailIdentity, ...settings }: z.output<typeof deploymentFile>,
  { addIssue }: z.RefinementCtx,
): void {
  const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
  const sender = senderOf({ domain, emailFrom })
  if (settings.monthlyBudget !== undefined && !settings.alarmEmail)
    refuse('monthlyBudget', 'needs alarmEmail')
  if (settings.operatorEmail && !sender) refuse('operatorEmail', 'needs emailFrom or domain for its mail')
  if (emailIdentity && !sender) refuse('emailIdentity', 'needs emailFrom or domain')
  if (emailIdentity && sender && !covers(emailIdentity, sender))
    refuse('emailIdentity', `does not cover the sender ${sender}`)
}
