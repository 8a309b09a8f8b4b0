import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation'
import { openSecrets } from '@recado/shared/secrets/open'
import type { Assembly } from './assembly.ts'
import { within } from './within.ts'

/** The name of the stack, and of the deployment. */
export const NAME = 'recado'

/** A deployed stack, with the addresses of its parts from CloudFormation. */
export class Deployment {
  readonly #physicalIds: ReadonlyMap<string, string>
  readonly #outputs: ReadonlyMap<string, string>
  readonly #stackId: string

  /** Uses the AWS environment of this process. */
  static async find(): Promise<Deployment> {
    const client = new CloudFormationClient({})
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: NAME }))
    if (!stack) throw new Error(`There is no stack ${NAME}`)
    const physicalIds = new Map<string, string>()
    for await (const page of paginateListStackResources({ client }, { StackName: NAME }))
      for (const { LogicalResourceId = '', PhysicalResourceId = '' } of page.StackResourceSummaries ?? [])
        physicalIds.set(LogicalResourceId, PhysicalResourceId)
    const outputs = new Map(
      (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
    )
    return new Deployment(physicalIds, outputs, stack.StackId ?? '')
  }

  private constructor(
    physicalIds: ReadonlyMap<string, string>,
    outputs: ReadonlyMap<string, string>,
    stackId: string,
  ) {
    this.#physicalIds = physicalIds
    this.#outputs = outputs
    this.#stackId = stackId
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
  async originSecret(): Promise<string> {
    const [secret] = await openSecrets({ SECRET_PREFIX: `${NAME}/` }).secret('origin-secret', () => '')
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
    const { Ref, 'Fn::Join': join } = within(value)
    if (typeof Ref === 'string')
      return this.#pseudoParameter(Ref) ?? assembly.defaultOf(Ref) ?? this.physicalId(Ref)
    const [separator, parts] = Array.isArray(join) ? join : []
    if (!Array.isArray(parts)) throw new Error(`Neither text nor reference: ${JSON.stringify(value)}`)
    return parts.map((part) => this.#resolved(part, assembly)).join(String(separator))
  }

  #pseudoParameter(name: string): string | undefined {
    const [, , , region = '', account = ''] = this.#stackId.split(':')
    return { 'AWS::Region': region, 'AWS::AccountId': account, 'AWS::URLSuffix': 'amazonaws.com' }[name]
  }
}

function given<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The deployment has not ${what}`)
  return value
}
