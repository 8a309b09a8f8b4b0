import { describe, expect, test } from 'vitest'
import { deployed } from '../support/deployed.ts'

const account = '123456789012'
const {
  stack,
  edge,
  whole: template,
  templates: [own],
} = deployed({ domain: 'app.example.com', operatorEmail: 'operadora@recado.test' }, { account })
const { Resources: all } = own.toJSON()
const idsOf = (type: string) => Object.keys(template.findResources(type))

describe('a failed first deployment', () => {
  const policies = (type: string) =>
    Object.entries(template.findResources(type)).map(([id, { DeletionPolicy, UpdateReplacePolicy }]) => [
      id.replace(/[0-9A-F]{8}$/, ''),
      DeletionPolicy ?? 'Delete',
      UpdateReplacePolicy ?? 'Delete',
    ])

  test('deletes empty resources, which are retained ever after', () => {
    for (const [id, ...policy] of policies('AWS::KMS::Key'))
      expect(policy, id).toEqual(['RetainExceptOnCreate', 'Retain'])
    for (const [id, ...policy] of policies('AWS::SecretsManager::Secret'))
      expect(policy, id).toEqual(
        /originsecret/.test(id ?? '') ? ['Delete', 'Delete'] : ['RetainExceptOnCreate', 'Retain'],
      )
    expect(policies('AWS::S3::Bucket')).toContainEqual(['FilesBucket', 'RetainExceptOnCreate', 'Retain'])
  })

  test('leaves what a rollback could not delete: protected tables, and buckets with logs and app files', () => {
    const kept = [...policies('AWS::DynamoDB::Table'), ...policies('AWS::S3::Bucket')]
    expect(kept.filter(([, policy]) => policy === 'Retain')).toEqual([
      ['TablesTable', 'Retain', 'Retain'],
      ['TablesAuthTable', 'Retain', 'Retain'],
      ['AccessLogs', 'Retain', 'Retain'],
      ['WebAppBucket', 'Retain', 'Retain'],
    ])
  })

  test('blocks no name for the next one: chosen names contain a part of the stack’s id', () => {
    const chosen = Object.entries(NAME_OF).flatMap(([type, property]) =>
      Object.values(template.findResources(type)).flatMap(({ Properties }) => Properties[property] ?? []),
    )
    expect(chosen.length).toBeGreaterThan(80)
    for (const name of chosen) expect(JSON.stringify(name)).toContain('1a2b3c4d')
  })
})

/** Resources that are retained, or whose name stays taken after a deletion, and the property with their name. */
const NAME_OF = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::SQS::Queue': 'QueueName',
}

test('the longest deployment name leaves room for the names of queues and of the bucket', () => {
  const { whole: longest } = deployed({}, { name: 'n'.repeat(20), account })
  for (const { Properties } of Object.values(longest.findResources('AWS::SQS::Queue')))
    expect(Properties.QueueName.length).toBeLessThanOrEqual(80)
  const [files] = Object.values(longest.findResources('AWS::S3::Bucket')).flatMap(
    ({ Properties }) => Properties.BucketName ?? [],
  )
  const names: Record<string, string> = { 'AWS::AccountId': '123456789012', 'AWS::Region': 'ap-northeast-1' }
  const name: string = files['Fn::Join'][1]
    .map((part: string | { Ref: string }) => (typeof part === 'string' ? part : names[part.Ref]))
    .join('')
  expect(name.length).toBeLessThanOrEqual(63)
})

test('stacks are protected from deletion', () => {
  expect(stack.terminationProtection).toBe(true)
  expect(edge?.stack.terminationProtection).toBe(true)
})

describe('the order of a deployment', () => {
  const dependenciesOf = (type: string, id: RegExp): string[] => {
    const [found] = Object.entries<{ Type: string; DependsOn?: string[] }>(all).filter(
      ([name, { Type }]) => Type === type && id.test(name),
    )
    return found?.[1].DependsOn ?? []
  }
  const assets = dependenciesOf('Custom::CDKBucketDeployment', /^PublishedAppAssets/)

  test.each([
    'AWS::CloudFormation::Stack',
    'AWS::ApiGatewayV2::Route',
    'AWS::Lambda::EventSourceMapping',
    'AWS::ECS::Service',
  ])('has the app’s files after every %s', (type) => {
    const ids = idsOf(type).filter((id) => id in all)
    expect(ids.length).toBeGreaterThan(0)
    expect(assets).toEqual(expect.arrayContaining(ids))
  })

  test('deploys the socket service after every worker, since workers read the service’s messages', () => {
    const service = dependenciesOf('AWS::ECS::Service', /./)
    const workers = idsOf('AWS::Lambda::Function').filter((id) => /^Workers/.test(id))
    expect(workers.length).toBeGreaterThan(0)
    expect(service).toEqual(expect.arrayContaining(workers))
  })

  test('has index.html after the assets, and the first operator’s mail after both', () => {
    const rest = dependenciesOf('Custom::CDKBucketDeployment', /^PublishedAppRest/)
    expect(rest).toContainEqual(expect.stringMatching(/^PublishedAppAssets/))
    const operator = dependenciesOf('Custom::FirstOperator', /./)
    expect(operator).toContainEqual(expect.stringMatching(/^PublishedAppRest/))
  })
})
