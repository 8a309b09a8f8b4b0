import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { newId } from '@recado/shared/ids'
import { sqsClient } from '@recado/shared/queues/sqs'
import type { Assembly } from './assembly.ts'
import { Cdk } from './cdk.ts'
import type { Child } from './child.ts'
import { Deployment } from './deployment.ts'
import type { Emulator } from './emulator.ts'
import { type FrontDoor, openFrontDoor } from './front-door.ts'
import { environmentFor } from './ministack.ts'
import { type Simulator, startSimulator, startSocketService } from './socket-service.ts'
import { within } from './within.ts'

/** The deployed stack and the processes beside it: the socket service, WhatsApp, and the front door. */
export class DeployedSystem {
  readonly #emulator: Emulator
  readonly #folder: string
  readonly #cdk: Cdk
  #assembly: Assembly | undefined
  #door: FrontDoor | undefined
  #appAddress = ''
  #simulator: Simulator | undefined
  #tasks: Child | undefined
  #ends: (() => Promise<void>)[] = []

  /** Uses the environment from run.ts. */
  static async begin(): Promise<DeployedSystem> {
    const { AWS_ENDPOINT_URL = '', NODE_EXTRA_CA_CERTS = '', RECADO_DEPLOY_FOLDER = '' } = process.env
    if (!RECADO_DEPLOY_FOLDER) throw new Error('Begun by npm run test:deploy alone')
    const emulator = { url: new URL(AWS_ENDPOINT_URL), certificate: NODE_EXTRA_CA_CERTS }
    return new DeployedSystem(emulator, RECADO_DEPLOY_FOLDER)
  }

  private constructor(emulator: Emulator, folder: string) {
    this.#emulator = emulator
    this.#folder = folder
    this.#cdk = new Cdk(emulator, folder)
  }

  get origin(): string {
    if (!this.#door) throw new Error('The deployment is not open yet')
    return this.#door.origin
  }

  async bootstrap(): Promise<void> {
    this.#assembly = await this.#cdk.synth()
    await this.#cdk.bootstrap(this.#assembly)
  }

  /**
   * A first deployment whose last step fails, when everything else is there: the copying function does not find the
   * app. Another image makes it another template. @returns the end of the output
   */
  async failFirstDeployment(): Promise<string> {
    const assembly = await this.#cdk.synth({ socketImage: 'recado.example/socket-service:first' })
    const [, copy] = assembly.only('Custom::CDKBucketDeployment', '/PublishedApp/Rest/')
    within(copy.Properties).SourceObjectKeys = ['missing.zip']
    await assembly.write()
    const said = await this.#cdk.deploy(assembly, '--first').then(
      () => 'no failure',
      (error: unknown) => String(error),
    )
    this.#cdk.write({})
    return said
  }

  /** Synthesises again, except for the first deployment. @returns cdk's output */
  async deploy(settings?: object): Promise<string> {
    const isFirst = !settings && !this.#door
    if (!isFirst) this.#assembly = await this.#cdk.synth(settings)
    return this.#deploySynthesised(...(isFirst ? ['--first'] : []))
  }

  async #deploySynthesised(...flags: string[]): Promise<string> {
    const said = await this.#cdk.deploy(this.#synthesised(), ...flags)
    this.#appAddress = (await Deployment.find()).output('AppAddress')
    return said
  }

  /** The address of the app, for browsers. */
  get appAddress(): string {
    return this.#appAddress
  }

  /** As the first deployment with a domain: its stack of us-east-1 needs a bootstrap there. @returns cdk's output */
  async deployWithDomain(settings: object): Promise<string> {
    this.#assembly = await this.#cdk.synth(settings)
    await this.#cdk.bootstrap(this.#assembly)
    return this.#deploySynthesised()
  }

  /** `npm run deploy` with a changed file, without a synthesis. */
  async deployChangedFile(settings: object): Promise<string> {
    this.#cdk.write(settings)
    return this.#cdk.deploy(this.#synthesised())
  }

  /** Starts the processes beside the deployment, and opens the front door. */
  async open(): Promise<void> {
    const deployment = await Deployment.find()
    const assembly = this.#synthesised()
    const [sockets] = assembly.only('AWS::ApiGatewayV2::Api', '/Gateways/Sockets/')
    const simulator = await startSimulator(this.#folder)
    this.#simulator = simulator
    await this.startTasks()
    const door = await openFrontDoor({
      emulator: this.#emulator,
      domain: deployment.output('CloudFrontAddress'),
      appAddress: () => this.#appAddress,
      socketApiId: deployment.physicalId(sockets),
      originSecret: await deployment.originSecret(assembly),
      simulator: simulator.url,
    })
    this.#door = door
    this.#ends = [door.close, () => this.stopTasks(), () => simulator.stop()]
  }

  /** Starts the socket service with the environment that its container has now. */
  async startTasks(): Promise<void> {
    if (!this.#simulator) throw new Error('The deployment is not open yet')
    const deployment = await Deployment.find()
    const assembly = this.#synthesised()
    const [role] = assembly.only('AWS::IAM::Role', '/SocketService/Role/')
    this.#tasks = await startSocketService(deployment.containerEnvironment(assembly), this.#simulator, {
      taskRole: `arn:aws:iam::000000000000:role/${deployment.physicalId(role)}`,
      folder: this.#folder,
      emulator: environmentFor(this.#emulator),
    })
  }

  /** As ECS does when the service's number of tasks falls to 0. */
  async stopTasks(): Promise<void> {
    await this.#tasks?.stop()
  }

  /** An operator's command: `pause`. @returns its output */
  async ops(command: string): Promise<string> {
    return this.#cdk.ops(...command.split(' '))
  }

  async end(): Promise<void> {
    for (const end of this.#ends) await end()
  }

  async resources(): Promise<Record<string, string>> {
    return (await Deployment.find()).resources
  }

  /** Calls the HTTP API directly, as an attacker with its address would. */
  async aroundCloudFront(path: string): Promise<Response> {
    const [api] = this.#synthesised().only('AWS::ApiGatewayV2::Api', '/Gateways/Http/')
    const id = (await Deployment.find()).physicalId(api)
    return fetch(`${this.#emulator.url.origin}/_aws/execute-api/${id}${path}`)
  }

  /** Stores a message in a dead-letter queue, which no worker reads, and an object. @returns whether both still exist */
  async leaveThingsBehind(): Promise<() => Promise<boolean>> {
    const deployment = await Deployment.find()
    const { QUEUE_URL_PREFIX, BUCKET_NAME: Bucket } = deployment.containerEnvironment(this.#synthesised())
    const QueueUrl = `${QUEUE_URL_PREFIX}pace-dead`
    const [queues, files] = [sqsClient(), new S3Client({ forcePathStyle: true })]
    const [MessageBody, Key] = [newId(), newId()]
    await queues.send(new SendMessageCommand({ QueueUrl, MessageBody }))
    await files.send(new PutObjectCommand({ Bucket, Key, Body: MessageBody }))
    return async () => {
      const { Messages = [] } = await queues.send(new ReceiveMessageCommand({ QueueUrl }))
      const { Body } = await files.send(new GetObjectCommand({ Bucket, Key }))
      const isStored = (await Body?.transformToString()) === MessageBody
      return isStored && Messages.some((message) => message.Body === MessageBody)
    }
  }

  #synthesised(): Assembly {
    if (!this.#assembly) throw new Error('Nothing is synthesised yet')
    return this.#assembly
  }
}
