import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { operate } from '../../infra/operations/commands/operate.ts'
import { explained } from '../../infra/operations/explained.ts'
import { namesIn } from '../../infra/operations/stack-names.ts'
import { AwsStandIn, failing } from '../support/aws-stand-in.ts'
import { NOT_BUILT } from '../support/not-built.ts'
import { settingsWith } from '../support/settings.ts'

/** Runs a command line as a process would, without a terminal for questions. */
async function ops(line: string): Promise<{ exit: number; written: string; said: string }> {
  let [written, said] = ['', '']
  const exit = await operate(line.split(' ').filter(Boolean), {
    write: (text) => {
      written += text
    },
    say: (text) => {
      said += text
    },
    isInteractive: false,
  })
  return { exit, written, said }
}

describe('a command line', () => {
  test('without a command lists the commands', async () => {
    const { exit, written } = await ops('')
    expect(exit).toBe(2)
    for (const command of ['connections', 'drain <task>', 'requeue <queue>', 'verify <companyId>'])
      expect(written).toContain(command)
    expect(await ops('--help')).toMatchObject({ exit: 0, written })
  })

  test.for([
    ['explode', 'There is no command explode'],
    ['toString', 'There is no command toString'],
    ['--explode', 'Which command?'],
    ['tasks --explode', "Unknown option '--explode'"],
    ['tasks now', 'Usage: ops tasks'],
    ['requeue', 'Usage: ops requeue <queue>'],
    ['verify a b c', 'Usage: ops verify <companyId> [campaignId]'],
    ['move-company', 'Usage: ops move-company <companyId>'],
    ['move-company a --into b', "Unknown option '--into'"],
    ['tasks -c region=x', '-c takes name=<deployment>, not region=x'],
    ['drain --undo=perhaps x', '--undo'],
  ] as const)('%s is refused with the reason', async ([line, told]) => {
    const { exit, written, said } = await ops(line)
    expect(said).toContain(told)
    expect([exit, written]).toEqual([2, ''])
  })

  test('shows help for each command, with its options', async () => {
    const { exit, written } = await ops('verify --help')
    expect(exit).toBe(0)
    for (const told of ['verify <companyId> [campaignId]', '--repair', '--local', '--json'])
      expect(written).toContain(told)
  })
})

describe('an expected error is shown without a stack trace', () => {
  const failing = (name: string, message = '') => Object.assign(new Error(message), { name })

  test.for([
    [failing('CredentialsProviderError'), 'There are no AWS credentials'],
    [new Error('Region is missing'), 'Set AWS_REGION'],
    [failing('ExpiredTokenException'), 'have expired'],
    [failing('UnrecognizedClientException'), 'does not accept these credentials'],
    [failing('AccessDeniedException', 'not authorized to perform: dynamodb:Query'), 'dynamodb:Query'],
    [Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }), '127.0.0.1:1'],
  ] as const)('%s', ([error, told]) => {
    expect(explained(error)?.message).toContain(told)
  })

  test('a bug keeps its stack trace', () => {
    expect(explained(new TypeError('undefined is not a function'))).toBeUndefined()
  })
})

describe('the deployment of a command', () => {
  let aws: AwsStandIn
  let folder: string
  beforeAll(async () => {
    aws = await AwsStandIn.start()
    folder = mkdtempSync(join(tmpdir(), 'recado-operations-'))
    const environment = { ...aws.environment, RECADO_DEPLOYMENTS: folder }
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
    aws.answers = { DescribeStacks: failing('ValidationError', 'Stack does not exist') }
  })
  afterAll(() => {
    aws.close()
    rmSync(folder, { recursive: true })
  })

  test('is in the region of its file, and needs no name if it is the only one', async () => {
    writeFileSync(join(folder, 'loja.json'), JSON.stringify({ region: 'eu-west-1' }))
    expect((await ops('tasks')).said).toContain('There is no stack loja in eu-west-1.')
    expect(aws.asked.at(-1)?.region).toBe('eu-west-1')
  })

  test('is in the region of the environment without a file', async () => {
    vi.stubEnv('AWS_REGION', 'us-west-2')
    expect((await ops('tasks --name outra')).said).toContain('There is no stack outra in us-west-2.')
  })
})

describe('the names of a deployment', () => {
  let listed: { ResourceType: string; LogicalResourceId: string; PhysicalResourceId: string }[] = []
  beforeAll(async () => {
    const { addDeployment } = await import('../../infra/src/stacks/deployment.ts')
    const { wholeTemplate } = await import('../support/whole-template.ts')
    const { stack } = addDeployment(new App(), NOT_BUILT, settingsWith({}, 'loja'))
    const { Resources } = wholeTemplate(stack).toJSON()
    listed = Object.entries<{ Type: string; Properties?: { QueueName?: string } }>(Resources).map(
      ([LogicalResourceId, { Type: ResourceType, Properties: { QueueName } = {} }]) => ({
        ResourceType,
        LogicalResourceId,
        PhysicalResourceId: QueueName
          ? `https://sqs.sa-east-1.amazonaws.com/123456789012/${QueueName}`
          : `physical-${LogicalResourceId}`,
      }),
    )
  })

  test('are found in the stack', () => {
    const names = namesIn(listed, 'loja')
    expect(namesIn([...listed].reverse(), 'loja')).toEqual(names)
    expect(names?.queueUrlPrefix).toBe('https://sqs.sa-east-1.amazonaws.com/123456789012/loja-1a2b3c4d-')
    expect(names?.secretPrefix).toBe('loja/1a2b3c4d/')
  })

  test('are not found in another stack, or in a stack with another name', () => {
    expect(namesIn([], 'loja')).toBeUndefined()
    expect(namesIn(listed, 'outra')).toBeUndefined()
  })
})
