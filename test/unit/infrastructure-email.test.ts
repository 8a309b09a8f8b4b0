import { rmSync } from 'node:fs'
import { App } from 'aws-cdk-lib'
import type { Template } from 'aws-cdk-lib/assertions'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { addDeployment } from '../../infra/src/stacks/deployment.ts'
import { NOT_BUILT } from '../support/not-built.ts'
import { wholeTemplate } from '../support/whole-template.ts'

// infrastructure.test.ts checks the template against CloudFormation's schemas. Once is enough.
vi.stubEnv('CDK_VALIDATION', 'false')
const apps: App[] = []
afterAll(() => {
  for (const { outdir } of apps) rmSync(outdir, { recursive: true })
})

function templateWith(context: object): Template {
  const app = new App({ context })
  apps.push(app)
  return wholeTemplate(addDeployment(app, NOT_BUILT).stack)
}

/** Roles that may send mails, with their sender addresses. */
const sendersIn = (template: Template) =>
  Object.entries(template.findResources('AWS::IAM::Role')).flatMap(([role, { Properties }]) =>
    JSON.stringify(Properties.Policies ?? []).includes('ses:') ? [[role, Properties.Policies] as const] : [],
  )

describe('a deployment with a sender address', () => {
  const template = templateWith({ emailFrom: 'recado@example.com' })

  test('has an identity for it, and only one function may send from it', () => {
    const [[identity] = []] = Object.entries(
      template.findResources('AWS::SES::EmailIdentity', {
        Properties: { EmailIdentity: 'recado@example.com' },
      }),
    )
    const senders = sendersIn(template)
    expect(senders.map(([role]) => role.replace(/[0-9A-F]{8}$/, ''))).toEqual(['WorkersemailsRole'])
    const [[, [{ PolicyDocument }]] = ['', [{ PolicyDocument: { Statement: [] } }]]] = senders
    const statements = PolicyDocument.Statement.filter(({ Action }: { Action: unknown }) =>
      /ses:/.test(String(Action)),
    )
    expect(statements).toHaveLength(1)
    expect(statements[0].Action).toBe('ses:SendEmail')
    expect(JSON.stringify(statements[0].Resource)).toContain(`:identity/`)
    expect(JSON.stringify(statements[0].Resource)).toContain(identity)
  })

  test('passes it to the function that writes mails', () => {
    const functions = template.findResources('AWS::Lambda::Function', {
      Properties: { Environment: { Variables: { EMAIL_FROM: 'recado@example.com' } } },
    })
    expect(Object.keys(functions).some((name) => name.startsWith('Workersemails'))).toBe(true)
  })
})

describe('a deployment without a sender address', () => {
  test('has no identity, and no function may send', () => {
    const template = templateWith({})
    template.resourceCountIs('AWS::SES::EmailIdentity', 0)
    expect(sendersIn(template)).toEqual([])
  })

  test('is refused with an invalid address', () => {
    expect(() => templateWith({ emailFrom: 'recado' })).toThrow('emailFrom')
  })
})
