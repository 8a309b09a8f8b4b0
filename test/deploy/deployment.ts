import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type Stack,
} from '@aws-sdk/client-cloudformation'
import { openSecrets } from '@recado/shared/secrets/open'
import type { Assembly } from './assembly.ts'
import { NAME } from './cdk.ts'
import { within } from './within.ts'

/** A deployed stack, with the addresses of its parts from CloudFormation. */
export class Deployment {
  readonly #physicalIds: ReadonlyMap<string, string>
  readonly #outputs: ReadonlyMap<string, string>
  readonly #stackId: string
  /** CloudFormation's state of the stack. */
  readonly status: Stack['StackStatus']
  /** Whether CloudFormation refuses to delete the stack. */
  readonly isProtected: boolean

  /** Uses the AWS environment of this process. @param of another stack than the main one, and its region */
  static async find(of: { name: string; region?: string } = { name: NAME }): Promise<Deployment> {
    const { name: StackName, region } = of
    const client = new CloudFormationClient({ ...(region && { region }) })
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }))
    if (!stack) throw new Error(`There is no stack ${StackName}`)
    const physicalIds = new Map<string, string>()
    for await (const page of paginateListStackResources({ client }, { StackName }))
      for (const { LogicalResourceId = '', PhysicalResourceId = '' } of page.StackResourceSummaries ?? [])
        physicalIds.set(LogicalResourceId, PhysicalResourceId)
    const outputs = new Map(
      (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
    )
    return new Deployment(physicalIds, outputs, stack)
  }

  private constructor(
    physicalIds: ReadonlyMap<string, string>,
    outputs: ReadonlyMap<string, string>,
    { StackId = '', StackStatus, EnableTerminationProtection = false }: Stack,
  ) {
    this.#physicalIds = physicalIds
    this.#outputs = outputs
    this.#stackId = StackId
    this.status = StackStatus
    this.isProtected = EnableTerminationProtection
  }

  /** The stack's outputs, by name. */
  output(name: string): string {
    return given(this.#outputs.get(name), `an output ${name}`)
  }

  physicalId(logicalId: string): string {
    return given(this.#physicalIds.get(logicalId), `a resource ${logicalId}`)
  }

  /** All resources, by their logical ids. */
  get resources(): Record<string, string> {
    return Object.fromEntries(this.#physicalIds)
  }

  /** The secret that proves to the API that a request came through CloudFront. */
  async originSecret(assembly: Assembly): Promise<string> {
    const [id] = assembly.only('AWS::SecretsManager::Secret', '/origin-secret/')
    const [secret] = await openSecrets({}).secret(this.physicalId(id), () => '')
    return secret
  }

  /** The environment of the socket service's container, from its task definition. */
  containerEnvironment(assembly: Assembly): Record<string, string> {
    const [, task] = assembly.only('AWS::ECS::TaskDefinition', '/SocketService/Task/')
    const containers = task.Properties?.ContainerDefinitions
    const [container] = Array.isArray(containers) ? containers.map(within) : []
    const variables = Array.isArray(container?.Environment) ? container.Environment.map(within) : []
    return Object.fromEntries(
      variables.map(({ Name, Value }) => [String(Name), this.#resolved(Value, assembly)]),
    )
  }

  /** A text of a template with its references resolved. */
  #resolved(value: unknown, assembly: Assembly): string {
    if (typeof value === 'string') return value
    const { Ref, 'Fn::Join': join, 'Fn::Select': select } = within(value)
    if (typeof Ref === 'string')
      return this.#pseudoParameter(Ref) ?? assembly.defaultOf(Ref) ?? this.physicalId(Ref)
    if (Array.isArray(select)) return this.#selected(select, assembly)
    const [separator, parts] = Array.isArray(join) ? join : []
    if (!Array.isArray(parts)) throw new Error(`Neither text nor reference: ${JSON.stringify(value)}`)
    return parts.map((part) => this.#resolved(part, assembly)).join(String(separator))
  }

  /** A part of a text that is split. */
  #selected([index, from]: unknown[], assembly: Assembly): string {
    const { 'Fn::Split': split } = within(from)
    const [separator, text] = Array.isArray(split) ? split : []
    return given(this.#resolved(text, assembly).split(String(separator))[Number(index)], 'such a part')
  }

  #pseudoParameter(name: string): string | undefined {
    const [, , , region = '', account = ''] = this.#stackId.split(':')
    return {
      'AWS::Region': region,
      'AWS::AccountId': account,
      'AWS::StackId': this.#stackId,
      'AWS::URLSuffix': 'amazonaws.com',
    }[name]
  }
}

function given<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The deployment has not ${what}`)
  return value
}
