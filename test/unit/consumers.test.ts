import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Consumers, consumersIn } from '../../infra/operations/consumers.ts'
import { AwsStandIn, failing, json } from '../support/aws-stand-in.ts'

const SERVICE = 'arn:aws:ecs:sa-east-1:111122223333:service/recado-cluster/recado-service'
const STACK = [
  {
    ResourceType: 'AWS::Lambda::EventSourceMapping',
    LogicalResourceId: 'WorkersPace',
    PhysicalResourceId: 'pace',
  },
  {
    ResourceType: 'AWS::Lambda::EventSourceMapping',
    LogicalResourceId: 'WorkersExports',
    PhysicalResourceId: 'exports',
  },
  { ResourceType: 'AWS::Events::Rule', LogicalResourceId: 'WorkersMinute1234', PhysicalResourceId: 'minute' },
  { ResourceType: 'AWS::Events::Rule', LogicalResourceId: 'Others1234', PhysicalResourceId: 'others' },
  { ResourceType: 'AWS::ECS::Service', LogicalResourceId: 'SocketService', PhysicalResourceId: SERVICE },
]
const SCALED = {
  ResourceType: 'AWS::ApplicationAutoScaling::ScalableTarget',
  LogicalResourceId: 'SocketServiceTarget',
  PhysicalResourceId: 'service/recado-cluster/recado-service',
}

/** The part of an account that has consumers. */
interface Account {
  mappings: Record<string, string>
  rules: Record<string, string>
  desired: number
  /** Tasks that have not ended yet. */
  ending: number
  limits: { MinCapacity: number; MaxCapacity: number }
  tags: Record<string, string>
}

let aws: AwsStandIn
let account: Account

beforeAll(async () => {
  aws = await AwsStandIn.start()
  for (const [name, value] of Object.entries(aws.environment)) vi.stubEnv(name, value)
})
afterAll(() => aws.close())
beforeEach(() => {
  account = {
    mappings: { pace: 'Enabled', exports: 'Enabled' },
    rules: { minute: 'ENABLED', others: 'ENABLED' },
    desired: 3,
    ending: 0,
    limits: { MinCapacity: 2, MaxCapacity: 12 },
    tags: { 'aws:cloudformation:stack-name': 'recado' },
  }
  aws.answers = answersOf()
})

function answersOf(): AwsStandIn['answers'] {
  const mapping = (UUID: string): AwsStandIn['answers'] => ({
    [`GET /2015-03-31/event-source-mappings/${UUID}`]: () => json({ UUID, State: account.mappings[UUID] })(),
    [`PUT /2015-03-31/event-source-mappings/${UUID}`]: ({ body }) => {
      account.mappings[UUID] = JSON.parse(body).Enabled ? 'Enabled' : 'Disabled'
      return json({ UUID })()
    },
  })
  const rule =
    (State: string): AwsStandIn['answers'][string] =>
    ({ body }) => {
      account.rules[JSON.parse(body).Name] = State
      return json({})()
    }
  return {
    ...mapping('pace'),
    ...mapping('exports'),
    DescribeRule: ({ body }) => json({ State: account.rules[JSON.parse(body).Name] })(),
    DisableRule: rule('DISABLED'),
    EnableRule: rule('ENABLED'),
    DescribeServices: ({ body }) => {
      expect(JSON.parse(body)).toEqual({ cluster: 'recado-cluster', services: ['recado-service'] })
      const { desired: desiredCount, ending } = account
      return json({ services: [{ desiredCount, runningCount: desiredCount + ending, pendingCount: 0 }] })()
    },
    UpdateService: ({ body }) => {
      account.desired = JSON.parse(body).desiredCount
      return json({ service: {} })()
    },
    DescribeScalableTargets: () => json({ ScalableTargets: [account.limits] })(),
    RegisterScalableTarget: ({ body }) => {
      const { MinCapacity, MaxCapacity, ResourceId } = JSON.parse(body)
      expect(ResourceId).toBe('service/recado-cluster/recado-service')
      account.limits = { MinCapacity, MaxCapacity }
      return json({})()
    },
    ListTagsForResource: () =>
      json({ tags: Object.entries(account.tags).map(([key, value]) => ({ key, value })) })(),
    TagResource: ({ body }) => {
      for (const { key, value } of JSON.parse(body).tags) account.tags[key] = value
      return json({})()
    },
    UntagResource: ({ body }) => {
      for (const key of JSON.parse(body).tagKeys) delete account.tags[key]
      return json({})()
    },
  }
}

function consumers(resources = [...STACK, SCALED]): Consumers {
  const found = consumersIn(resources)
  if (!found) throw new Error('The stack has no consumers')
  return found
}

const STOPPED = {
  mappings: { pace: 'Disabled', exports: 'Disabled' },
  rules: { minute: 'DISABLED', others: 'ENABLED' },
  desired: 0,
  limits: { MinCapacity: 0, MaxCapacity: 0 },
}

describe('consumers', () => {
  test('stop all together, and start as they were', async () => {
    const before = structuredClone(account)
    await consumers().stop()
    expect(account).toMatchObject(STOPPED)
    expect(await consumers().running()).toEqual([])
    expect(await consumers().start()).toBe(true)
    expect(account).toEqual(before)
  })

  test('keep what the first stop remembered', async () => {
    const before = structuredClone(account)
    await consumers().stop()
    await consumers().stop()
    await consumers().start()
    expect(account).toEqual(before)
  })

  test('stay off if they were off before the stop', async () => {
    account.mappings.exports = 'Disabled'
    await consumers().stop()
    await consumers().start()
    expect(account).toMatchObject({ mappings: { pace: 'Enabled', exports: 'Disabled' }, desired: 3 })
    expect(Object.keys(account.tags)).toEqual(['aws:cloudformation:stack-name'])
  })

  test('are listed while they still run', async () => {
    await consumers().stop()
    Object.assign(account, { ending: 2, mappings: { pace: 'Disabling', exports: 'Disabled' } })
    expect(await consumers().running()).toEqual(['pace', '2 tasks of recado-service'])
  })

  test('are stopped when all were asked to stop and none runs any more', async () => {
    Object.assign(account, STOPPED)
    // Nothing runs, but without `ops pause`: a deployment may start tasks.
    expect(await consumers().areStopped()).toBe(false)
    await consumers().stop()
    expect(await consumers().areStopped()).toBe(true)
    account.ending = 1
    expect(await consumers().areStopped()).toBe(false)
  })

  test('do not start twice', async () => {
    expect(await consumers().start()).toBe(false)
  })

  test('start with a second call what an interrupted one left', async () => {
    const before = structuredClone(account)
    await consumers().stop()
    const complete = aws.answers
    aws.answers = { ...complete, EnableRule: failing('InternalException', 'no', 500) }
    await expect(consumers().start()).rejects.toThrow()
    aws.answers = complete
    expect(await consumers().start()).toBe(true)
    expect(account).toEqual(before)
  })

  test('are stopped after a start that is still on its way', async () => {
    account.mappings.pace = 'Enabling'
    const complete = aws.answers
    aws.answers = {
      ...complete,
      // The change ends while it is waited for. Until then Lambda takes no other.
      'GET /2015-03-31/event-source-mappings/pace': () => {
        const State = account.mappings.pace
        if (State === 'Enabling') account.mappings.pace = 'Enabled'
        return json({ UUID: 'pace', State })()
      },
    }
    await consumers().stop()
    expect(account.mappings).toEqual(STOPPED.mappings)
    // A second call leaves a change alone that goes its way.
    account.mappings.pace = 'Disabling'
    aws.answers = {
      ...complete,
      'PUT /2015-03-31/event-source-mappings/pace': failing('ResourceInUseException', 'in use', 400),
    }
    await consumers().stop()
  })

  test('need no scaling', async () => {
    await consumers(STACK).stop()
    expect(account).toMatchObject({ desired: 0, limits: { MinCapacity: 2, MaxCapacity: 12 } })
    await consumers(STACK).start()
    expect(account).toMatchObject({ desired: 3, limits: { MinCapacity: 2, MaxCapacity: 12 } })
  })

  test('are not found in a stack without a service', () => {
    expect(consumersIn([])).toBeUndefined()
  })
})
