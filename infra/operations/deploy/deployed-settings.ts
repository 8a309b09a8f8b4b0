import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation'
import * as z from 'zod'
import { OperationError } from '../command.ts'
import { findStack } from '../find-stack.ts'

const template = z.looseObject({
  Metadata: z.looseObject({ Settings: z.record(z.string(), z.unknown()) }),
})

/** States of a stack whose first deployment failed or has not begun: nothing is in use. */
const UNUSED = ['REVIEW_IN_PROGRESS', 'CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED']

/**
 * The settings of the deployed stack, from its template's metadata; undefined if nothing is deployed.
 * @throws OperationError for a stack of something else
 */
export async function deployedSettings({
  name,
  region,
}: {
  name: string
  region: string
}): Promise<Record<string, unknown> | undefined> {
  const client = new CloudFormationClient({ region })
  const stack = await findStack(client, name)
  if (!stack || UNUSED.includes(stack.StackStatus ?? '')) return undefined
  const { TemplateBody = '' } = await client.send(new GetTemplateCommand({ StackName: name }))
  const found = template.safeParse(parsedJson(TemplateBody))
  if (!found.data)
    throw new OperationError(`The stack ${name} in ${region} is no deployment of Recado: it has no settings.`)
  return found.data.Metadata.Settings
}

/** Templates of other tools may be YAML. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
