import type { PolicyDocument } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import type { CodeOf } from '../bundling.ts'
import { entryOf } from '../functions.ts'
import type { Grants } from '../grants.ts'
import type { Settings } from '../settings.ts'
import { LambdaFunction } from './lambda-function.ts'
import { permissionsFor, type Resources, type RowsOf } from './permissions.ts'

interface FunctionProps {
  /** Path in functions/src, without extension. */
  file: string
  exported?: string
  grants: Grants
  rowsOf: RowsOf
  timeoutSeconds: number
  memoryMegabytes: number
  isInLoop?: boolean
}

interface SystemProps extends Resources {
  /** The deployment's name. */
  name: string
  appOrigin: string
  version: string
  /** The deployment's number of shards. */
  shards: number
  integration: Settings['integration']
  codeOf: CodeOf
}

/** Resources of the product's code. Its environment names them, and its grants permit their use. */
export class System {
  readonly #resources: Resources
  readonly #environment: Record<string, string>
  readonly #codeOf: CodeOf

  constructor({ name, appOrigin, version, shards, integration, codeOf, ...resources }: SystemProps) {
    const { tables, files, queues, secrets, gateways, email } = resources
    this.#resources = resources
    this.#codeOf = codeOf
    this.#environment = {
      TABLE_NAME: tables.table.tableName,
      QUEUE_URL_PREFIX: queues.urlPrefix,
      SHARDS: String(shards),
      BUCKET_NAME: files.bucket.bucketName,
      APP_ORIGIN: appOrigin,
      SOCKET_ENDPOINT: gateways.managementEndpoint,
      // References that CloudFormation resolves: the template has only the secrets' names.
      ORIGIN_SECRETS: secrets.acceptedOrigins.map(({ secretValue }) => secretValue.unsafeUnwrap()).join(' '),
      SECRET_PREFIX: secrets.prefix,
      ...(email.from && { EMAIL_FROM: email.from }),
      ...(email.configurationSet && { CONFIGURATION_SET: email.configurationSet }),
      ...(integration && { INTEGRATION_KIND: integration.kind, INTEGRATION_URL: integration.url }),
      DEPLOYMENT: name,
      VERSION: version,
    }
  }

  /** A Lambda of functions/src. */
  lambda(scope: Construct, id: string, { file, grants, rowsOf, ...props }: FunctionProps) {
    const { lambda } = new LambdaFunction(scope, id, {
      ...props,
      code: this.#codeOf(entryOf(file)),
      environment: { ...this.#environment, ...this.#tenantRole(grants, rowsOf) },
      permissions: permissionsFor(grants, this.#resources, rowsOf),
    })
    return lambda
  }

  /** Rights of the socket service, which serves all companies. */
  permissions(grants: Grants): PolicyDocument {
    return permissionsFor(grants, this.#resources, 'all-companies')
  }

  #tenantRole(grants: Grants, rowsOf: RowsOf): Record<string, string> {
    const role = rowsOf === 'one-company' ? this.#resources.tenantRoles.roleFor(grants) : undefined
    return role ? { TENANT_ROLE: role.roleArn } : {}
  }
}
