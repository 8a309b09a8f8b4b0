import { rmSync } from 'node:fs'
import { App, type Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { addDeployment } from '../../infra/src/stacks/deployment.ts'
import { NOT_BUILT } from './not-built.ts'
import { settingsWith } from './settings.ts'
import { nestedStacksOf, wholeTemplate } from './whole-template.ts'

/** A synthesised deployment. */
export interface Deployed {
  app: App
  stack: Stack
  /** The stack's own template, and those of its nested stacks. */
  templates: readonly [Template, ...Template[]]
  /** All of them merged. */
  whole: Template
  /** The stack in us-east-1 of a deployment with a domain. */
  edge: { stack: Stack; template: Template } | undefined
}

const made = new Map<string, Deployed>()

/**
 * The deployment with these settings, made once for all files of a worker. Its templates are not checked against
 * CloudFormation's schemas: infrastructure.test.ts does that once.
 */
export function deployed(
  settings: object = {},
  { name = 'recado', account = '' }: { name?: string; account?: string } = {},
): Deployed {
  // As entries, because JSON has no `undefined`, which removes a setting.
  const key = JSON.stringify([name, account, Object.entries(settings)])
  const known = made.get(key)
  if (known) return known
  const environment = { CDK_VALIDATION: 'false', ...(account && { CDK_DEFAULT_ACCOUNT: account }) }
  const fresh = withEnvironment(environment, () => synthesised(settings, name))
  made.set(key, fresh)
  return fresh
}

function synthesised(settings: object, name: string): Deployed {
  const app = new App()
  const { stack, edge } = addDeployment(app, NOT_BUILT, settingsWith(settings, name))
  const nested = nestedStacksOf(stack).map((one) => Template.fromStack(one))
  const one: Deployed = {
    app,
    stack,
    templates: [Template.fromStack(stack), ...nested],
    whole: wholeTemplate(stack),
    edge: edge && { stack: edge, template: Template.fromStack(edge) },
  }
  rmSync(app.outdir, { recursive: true, force: true })
  return one
}

function withEnvironment<T>(values: Record<string, string>, run: () => T): T {
  const before = { ...process.env }
  Object.assign(process.env, values)
  try {
    return run()
  } finally {
    for (const name of Object.keys(values))
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
  }
}
