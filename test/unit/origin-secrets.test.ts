import { rmSync } from 'node:fs'
import { cameThroughCloudFront } from '@recado/functions/serve/came-through-cloudfront'
import { edgeHeaders } from '@recado/shared/http/edge-headers'
import { App } from 'aws-cdk-lib'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { addDeployment } from '../../infra/src/stacks/deployment.ts'
import { NOT_BUILT } from '../support/not-built.ts'
import { settingsWith } from '../support/settings.ts'
import { wholeTemplate } from '../support/whole-template.ts'

// infrastructure.test.ts checks the template against CloudFormation's schemas. Once is enough.
vi.stubEnv('CDK_VALIDATION', 'false')
const apps: App[] = []
afterAll(() => {
  for (const { outdir } of apps) rmSync(outdir, { recursive: true })
})

/** Secrets that CloudFront sends, and that every function accepts, by their logical ids. */
function secretsOf(originSecret: number): { sent: string[]; accepted: string[] } {
  const app = new App()
  apps.push(app)
  const template = wholeTemplate(addDeployment(app, NOT_BUILT, settingsWith({ originSecret })).stack)
  const named = (value: unknown) => JSON.stringify(value).match(/Secretsoriginsecret\w+/g) ?? []
  const [distribution] = Object.values(template.findResources('AWS::CloudFront::Distribution'))
  const { Origins } = distribution?.Properties.DistributionConfig ?? { Origins: [] }
  const sent = named(Origins.flatMap((origin: Record<string, unknown>) => origin.OriginCustomHeaders ?? []))
  const accepted = Object.values(template.findResources('AWS::Lambda::Function')).flatMap(
    ({ Properties }) => Properties.Environment?.Variables.ORIGIN_SECRETS ?? [],
  )
  expect(accepted.length).toBeGreaterThan(40)
  expect(new Set(accepted.map((one) => named(one).join())).size).toBe(1)
  return { sent: [...new Set(sent)], accepted: named(accepted[0]) }
}

describe('the origin secret', () => {
  test('is replaced without a refused call: functions of both deployments accept what both send', () => {
    const deployments = [1, 2, 3].map(secretsOf)
    for (const { sent } of deployments) expect(sent).toHaveLength(1)
    expect(new Set(deployments.flatMap(({ sent }) => sent)).size).toBe(3)
    for (const [index, { sent, accepted }] of deployments.entries()) {
      const neighbours = [deployments[index - 1], deployments[index + 1]].flatMap((one) => one?.sent ?? [])
      expect(accepted).toEqual(expect.arrayContaining([...sent, ...neighbours]))
    }
  })

  test('of two deployments ago is refused', () => {
    const [first] = secretsOf(1).sent
    expect(secretsOf(3).accepted).not.toContain(first)
  })
})

describe('a request', () => {
  const from = (secret?: string) => ({ [edgeHeaders.originSecret]: secret })

  test.each(['old', 'new', 'next'])('came through CloudFront with the secret “%s”', (secret) => {
    expect(cameThroughCloudFront(from(secret), 'old new next')).toBe(true)
  })

  test.each([undefined, '', ' ', 'ne', 'old new', 'OLD'])('is refused with “%s”', (secret) => {
    expect(cameThroughCloudFront(from(secret), 'old new next')).toBe(false)
  })

  test('needs no secret where there is none', () => {
    expect(cameThroughCloudFront(from(undefined), undefined)).toBe(true)
  })
})
