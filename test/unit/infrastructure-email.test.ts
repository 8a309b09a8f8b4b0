import type { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { deployed } from '../support/deployed.ts'

const templateWith = (settings: object): Template => deployed(settings).whole

/** Roles that may send mails, with their sender addresses. */
const sendersIn = (template: Template) =>
  Object.entries(template.findResources('AWS::IAM::Role')).flatMap(([role, { Properties }]) =>
    JSON.stringify(Properties.Policies ?? []).includes('ses:') ? [[role, Properties.Policies] as const] : [],
  )

const identitiesIn = (template: Template) =>
  Object.values(template.findResources('AWS::SES::EmailIdentity')).map(
    ({ Properties }) => Properties.EmailIdentity,
  )

describe('a deployment with a sender address', () => {
  const template = templateWith({ emailFrom: 'recado@example.com' })

  test('has an identity for it', () => {
    expect(identitiesIn(template)).toEqual(['recado@example.com'])
  })

  test('leaves the identity in the account, verified as it is, once the stack needs it no more', () => {
    template.hasResource('AWS::SES::EmailIdentity', {
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    })
  })

  test('lets only one function send, from this address alone, to any recipient', () => {
    const senders = sendersIn(template)
    expect(senders.map(([role]) => role.replace(/[0-9A-F]{8}$/, ''))).toEqual(['WorkersemailsRole'])
    const [[, [{ PolicyDocument }]] = ['', [{ PolicyDocument: { Statement: [] } }]]] = senders
    const statements = PolicyDocument.Statement.filter(({ Action }: { Action: unknown }) =>
      /ses:/.test(String(Action)),
    )
    expect(statements).toHaveLength(1)
    expect(statements[0]).toMatchObject({
      Action: ['ses:SendEmail', 'ses:SendRawEmail'],
      Condition: { StringEquals: { 'ses:FromAddress': 'recado@example.com' } },
    })
    const resources = JSON.stringify(statements[0].Resource)
    for (const each of [':identity/*', ':configuration-set/', 'EmailMails']) expect(resources).toContain(each)
    expect(resources).not.toContain(':configuration-set/*')
  })

  test('passes it to the function that writes mails', () => {
    const functions = template.findResources('AWS::Lambda::Function', {
      Properties: { Environment: { Variables: { EMAIL_FROM: 'recado@example.com' } } },
    })
    expect(Object.keys(functions).some((name) => name.startsWith('Workersemails'))).toBe(true)
  })

  test('has SES send no more mails to addresses that refused or reported one', () => {
    const sets = Object.entries(template.findResources('AWS::SES::ConfigurationSet'))
    expect(sets).toMatchObject([
      [
        expect.any(String),
        { Properties: { SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] } } },
      ],
    ])
    const [[set] = ['']] = sets
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: { CONFIGURATION_SET: { Ref: set } } },
    })
  })

  test('has SES report what becomes of its own mails to the function that notes it', () => {
    const [set = ''] = Object.keys(template.findResources('AWS::SES::ConfigurationSet'))
    const destinations = Object.values(template.findResources('AWS::SES::ConfigurationSetEventDestination'))
    expect(destinations.map(({ Properties }) => Properties)).toMatchObject([
      {
        ConfigurationSetName: { Ref: set },
        EventDestination: { Enabled: true, MatchingEventTypes: ['bounce', 'complaint', 'delivery'] },
      },
    ])
    expect(JSON.stringify(destinations)).toContain(':event-bus/default')
    const rules = Object.values(template.findResources('AWS::Events::Rule')).flatMap(({ Properties }) =>
      Properties.EventPattern ? [Properties] : [],
    )
    expect(rules).toHaveLength(1)
    expect(rules[0]?.EventPattern).toEqual({
      source: ['aws.ses'],
      'detail-type': ['Email Bounced', 'Email Complaint Received', 'Email Delivered'],
      detail: { mail: { tags: { 'ses:configuration-set': [{ Ref: set }] } } },
    })
    expect(JSON.stringify(rules[0]?.Targets)).toContain('WorkersmailEvents')
  })
})

describe('the identity of a sender', () => {
  test('is the deployment’s domain if the sender is in it, with its DKIM records as outputs', () => {
    const template = templateWith({ domain: 'example.com', emailFrom: 'recado@mail.example.com' })
    expect(identitiesIn(template)).toEqual(['example.com'])
    const records = Object.values(template.findOutputs('*')).map(({ Value }) => JSON.stringify(Value))
    const dkim = records.filter((record) => record.includes('CNAME'))
    expect(dkim).toHaveLength(3)
    expect(dkim[0]).toMatch(/DkimDNSTokenName1.*CNAME.*DkimDNSTokenValue1/)
  })

  test('is the address if the sender is not in the deployment’s domain', () => {
    const template = templateWith({ domain: 'app.example.com', emailFrom: 'recado@example.com' })
    expect(identitiesIn(template)).toEqual(['recado@example.com'])
  })

  test('is not created if the account has one', () => {
    const template = templateWith({ emailFrom: 'recado@example.com', emailIdentity: 'example.com' })
    expect(identitiesIn(template)).toEqual([])
    expect(sendersIn(template)).toHaveLength(1)
  })
})

describe('a deployment without a sender address', () => {
  test('has no identity, and no function may send', () => {
    const template = templateWith({})
    for (const type of ['EmailIdentity', 'ConfigurationSet']) template.resourceCountIs(`AWS::SES::${type}`, 0)
    expect(sendersIn(template)).toEqual([])
  })
})
