import { CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { CodeOf } from '../bundling.ts'
import { AccessLogs } from '../constructs/access-logs.ts'
import { Alarms } from '../constructs/alarms.ts'
import { Dashboard } from '../constructs/dashboard.ts'
import { EmailAddress } from '../constructs/email-address.ts'
import { FilesBucket, filesOrigin } from '../constructs/files-bucket.ts'
import { FirstOperator } from '../constructs/first-operator.ts'
import { Gateways } from '../constructs/gateways.ts'
import { HttpRoutes } from '../constructs/http-routes.ts'
import { Network } from '../constructs/network.ts'
import { PublishedApp } from '../constructs/published-app.ts'
import { Queues } from '../constructs/queues.ts'
import { Secrets } from '../constructs/secrets.ts'
import { socketImage } from '../constructs/socket-image.ts'
import { SocketRoutes } from '../constructs/socket-routes.ts'
import { SocketService } from '../constructs/socket-service.ts'
import { Spend } from '../constructs/spend.ts'
import { System } from '../constructs/system.ts'
import { Tables } from '../constructs/tables.ts'
import { TenantRoles } from '../constructs/tenant-roles.ts'
import { type OwnDomain, WebApp } from '../constructs/web-app.ts'
import { Workers } from '../constructs/workers.ts'
import type { Settings } from '../settings.ts'

/** Results of the build. */
export interface Built {
  /** Folder of the browser's app. */
  appFolder: string
  codeOf: CodeOf
}

interface RecadoStackProps extends StackProps, Built {
  settings: Settings
  domain: OwnDomain | undefined
}

/** One deployment of Recado. */
export class RecadoStack extends Stack {
  constructor(scope: Construct, id: string, props: RecadoStackProps) {
    const { settings, appFolder, codeOf, domain, ...rest } = props
    super(scope, id, { terminationProtection: true, ...rest })
    const { name, version } = settings
    const { shards } = settings.socketService
    // `npm run deploy` compares the next deployment's settings with these.
    this.templateOptions.metadata = { Settings: settings.written }
    const accessLogs = new AccessLogs(this, 'AccessLogs')

    const tables = new Tables(this, 'Tables', { restored: settings.table })
    const queues = new Queues(this, 'Queues', { name, shards })
    const secrets = new Secrets(this, 'Secrets', { name, origin: settings.originSecret, codeOf })
    const gateways = new Gateways(this, 'Gateways', settings)
    const email = new EmailAddress(this, 'Email', settings)
    const webApp = new WebApp(this, 'WebApp', {
      gateways,
      accessLogs,
      domain,
      filesOrigin: filesOrigin(this, name),
      originSecret: secrets.origin,
    })
    const files = new FilesBucket(this, 'Files', { name, appOrigin: webApp.origin, accessLogs })
    const tenantRoles = new TenantRoles(this, 'TenantRoles', { tables, files })

    const system = new System({
      name,
      tables,
      tenantRoles,
      files,
      queues,
      secrets,
      gateways,
      email,
      version,
      shards,
      integration: settings.integration,
      appOrigin: webApp.origin,
      codeOf,
    })
    const httpRoutes = new HttpRoutes(this, 'HttpRoutes', { gateways, system })
    files.acknowledgeIn(httpRoutes)
    const socketRoutes = new SocketRoutes(this, 'SocketRoutes', { gateways, system })
    const workers = new Workers(this, 'Workers', {
      queues,
      system,
      configurationSet: email.configurationSet,
    })
    const { vpc } = new Network(this, 'Network')
    const image = socketImage(this, settings.socketImage)
    const { service } = new SocketService(this, 'SocketService', {
      vpc,
      image,
      name,
      settings: settings.socketService,
      tables,
      queues,
      files,
      system,
    })
    for (const sender of [httpRoutes, socketRoutes, workers, service])
      sender.node.addDependency(...queues.nested)
    // Readers before writers: the inbound worker sets messages of an unknown kind aside, while a task hands unknown commands back.
    service.node.addDependency(workers)
    const published = new PublishedApp(this, 'PublishedApp', {
      folder: appFolder,
      bucket: webApp.bucket,
      after: [httpRoutes, gateways, socketRoutes, workers, service],
    })
    const alarms = new Alarms(this, 'Alarms', {
      name,
      email: settings.alarmEmail,
      queues,
      tables,
      gateways,
      service,
      tasks: settings.socketService,
    })
    new Dashboard(this, 'Dashboard', { name, alarms, gateways, queues, tables, service })
    const { monthlyBudget, alarmEmail, operatorEmail } = settings
    if (monthlyBudget && alarmEmail) new Spend(this, 'Spend', { monthly: monthlyBudget, email: alarmEmail })
    // Its mail leads to the app.
    if (operatorEmail)
      new FirstOperator(this, 'FirstOperator', { email: operatorEmail, system }).node.addDependency(published)

    new CfnOutput(this, 'AppAddress', { value: webApp.origin })
    new CfnOutput(this, 'TableName', { value: tables.table.tableName })
    new CfnOutput(this, 'Shards', { value: String(shards) })
    new CfnOutput(this, 'CloudFrontAddress', {
      value: webApp.distribution.distributionDomainName,
      ...(domain && {
        description: `Add this record to the DNS: ${domain.name} CNAME (or an alias) to this address`,
      }),
    })
    new CfnOutput(this, 'HttpApiAddress', { value: `https://${gateways.httpDomain}/api` })
    new CfnOutput(this, 'SocketApiAddress', { value: `wss://${gateways.socketDomain}/ws` })
  }

  /** Two zones, without a look-up in the account, so synthesis works offline. */
  override get availabilityZones(): string[] {
    return [0, 1].map((index) => Fn.select(index, Fn.getAzs()))
  }
}
