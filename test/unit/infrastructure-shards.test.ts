import { commandQueueName, queues } from '@recado/shared/queues/queues'
import type { Template } from 'aws-cdk-lib/assertions'
import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, test } from 'vitest'
import { deployed } from '../support/deployed.ts'

function withShards(socketService: object) {
  const { app, templates, whole } = deployed({ socketService })
  return { app, templates: templates.map((one) => one.toJSON()), own: templates[0], whole }
}

/** Names without the deployment's own part: `commands-47.fifo`. */
const queueNames = (whole: Template): string[] =>
  Object.values(whole.findResources('AWS::SQS::Queue')).map(({ Properties }) =>
    String(Properties.QueueName).replace('recado-1a2b3c4d-', ''),
  )

describe('the number of shards', () => {
  test('of 32 is the same as none, and keeps all queues in the deployment’s own stack', () => {
    const [none, given] = [withShards({}), withShards({ shards: 32 })]
    const { Metadata: _, ...one } = none.templates[0] ?? {}
    const { Metadata: __, ...other } = given.templates[0] ?? {}
    expect(other).toEqual(one)
    none.own.resourceCountIs('AWS::SQS::Queue', (Object.keys(queues).length + 32) * 2)
    // The API's nested stack alone.
    expect(none.templates).toHaveLength(2)
  })

  const SIZES = [
    { shards: 1, mostTasks: 1 },
    { shards: 48, mostTasks: 8 },
    { shards: 256, mostTasks: 8 },
  ]
  describe.each(SIZES)('of $shards', (size) => {
    const { shards } = size
    const { app, whole, templates } = withShards(size)
    const names = Array.from({ length: shards }, (_, shard) => commandQueueName(shard))

    test('makes a queue of commands and a dead-letter queue for each shard', () => {
      const made = queueNames(whole).filter((name) => name.startsWith('commands-'))
      const wanted = names.flatMap((name) => [`${name}.fifo`, `${name}-dead.fifo`])
      expect(made.sort()).toEqual(wanted.sort())
    })

    test('is told to every function, to the socket service and to the operator’s commands', () => {
      const functions = Object.values(whole.findResources('AWS::Lambda::Function')).flatMap(
        ({ Properties }) => (Properties.Environment?.Variables?.QUEUE_URL_PREFIX ? [Properties] : []),
      )
      expect(functions.length).toBeGreaterThan(15)
      for (const { Environment } of functions) expect(Environment.Variables.SHARDS).toBe(String(shards))
      const [task] = Object.values(whole.findResources('AWS::ECS::TaskDefinition'))
      const [container] = task?.Properties.ContainerDefinitions ?? []
      expect(container.Environment).toContainEqual({ Name: 'SHARDS', Value: String(shards) })
      expect(templates[0]?.Outputs?.Shards).toEqual({ Value: String(shards) })
    })

    test('stays within CloudFormation’s limits of resources, parameters and outputs', () => {
      for (const { Resources = {}, Parameters = {}, Outputs = {} } of templates) {
        expect(Object.keys(Resources).length).toBeLessThan(400)
        expect(Object.keys(Parameters).length).toBeLessThan(150)
        expect(Object.keys(Outputs).length).toBeLessThan(150)
      }
    })

    test('lets each role that sends commands send to every shard, and to no dead-letter queue', () => {
      const policies = Object.values(whole.findResources('AWS::IAM::Role'))
        .map(({ Properties }) => JSON.stringify(Properties.Policies ?? []))
        .filter((policy) => /Queuescommands00[0-9A-F]{8}/.test(policy))
      expect(policies.length).toBeGreaterThan(5)
      for (const policy of policies) {
        // The pattern's text is longer in the template than for IAM, which allows 10,240 characters.
        const named = new Set(
          [...policy.matchAll(/Queues(commands\d\d)[0-9A-F]{8}/g)].map(([, name]) => name),
        )
        const patterns = [...policy.matchAll(/-(commands-\?+)\.fifo/g)].map(
          ([, pattern = '']) => new RegExp(`^${pattern.replaceAll('?', '.')}$`),
        )
        const allowed = (name: string) =>
          named.has(name.replace('-', '')) || patterns.some((pattern) => pattern.test(name))
        expect(names.filter((name) => !allowed(name))).toEqual([])
        expect(names.filter((name) => allowed(`${name}-dead`))).toEqual([])
      }
    })

    test('has no unexplained finding of the AwsSolutions rules', () => {
      expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([])
    })
  })

  test('above 32 makes its queues before anything that sends commands is changed', () => {
    const { templates } = withShards({ shards: 48 })
    const { Resources = {} } = templates[0] ?? {}
    const [nested] = Object.keys(Resources).filter((id) => id.startsWith('QueuesCommands32'))
    const waiting = Object.entries<{ Type: string; DependsOn?: string[] }>(Resources).filter(
      ([, { DependsOn }]) => DependsOn?.includes(nested ?? ''),
    )
    const ids = waiting.map(([id]) => id).join(' ')
    for (const part of [
      /HttpRoutesNestedStack/,
      /WorkerspaceFunction/,
      /SocketRoutes\w*Function/,
      /SocketService\w{8}\b/,
    ])
      expect(ids).toMatch(part)
  })

  test('above 32 watches every further queue and its dead-letter queue', () => {
    const { templates } = withShards({ shards: 48 })
    const alarms = Object.values<{ Type: string }>(templates[0]?.Resources ?? {}).filter(
      ({ Type }) => Type === 'AWS::CloudWatch::Alarm',
    )
    const text = JSON.stringify(alarms)
    for (const number of Array.from({ length: 16 }, (_, index) => index + 32)) {
      expect(text, String(number)).toMatch(new RegExp(`commands${number}[0-9A-F]{8}QueueName`))
      expect(text, String(number)).toMatch(new RegExp(`commands${number}dead[0-9A-F]{8}QueueName`))
    }
  })
})
