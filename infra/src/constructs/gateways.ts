import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
  type ThrottleSettings,
  WebSocketApi,
  WebSocketStage,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Settings } from '../settings.ts'
import { acknowledgeWildcard } from './wildcards.ts'

/** First part of the path, which CloudFront passes on unchanged. */
const HTTP_STAGE = 'api'
const SOCKET_STAGE = 'ws'

/** The access log has the route, status and duration of a call, and none of its content. */
const LOGGED = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTime',
    route: '$context.routeKey',
    status: '$context.status',
    bytes: '$context.responseLength',
    milliseconds: '$context.responseLatency',
    error: '$context.integrationErrorMessage',
  }),
)

/**
 * The HTTP API and the WebSocket API, still without routes: CloudFront needs their addresses, the Lambdas need
 * CloudFront's, and the routes need the Lambdas.
 */
export class Gateways extends Construct {
  readonly http: HttpApi
  readonly sockets: WebSocketApi
  readonly httpDomain: string
  readonly socketDomain: string
  /** Endpoint for sending frames to sockets. */
  readonly managementEndpoint: string
  /** Management calls for all sockets, for IAM. */
  readonly connectionsArn: string
  /** The limits of each stage. A burst is half of a second's requests, as in an account's limits. */
  readonly #throttle: ThrottleSettings

  constructor(scope: Construct, id: string, { requestsPerSecond }: Pick<Settings, 'requestsPerSecond'>) {
    super(scope, id)
    this.#throttle = { rateLimit: requestsPerSecond, burstLimit: Math.ceil(requestsPerSecond / 2) }
    const { region, urlSuffix } = Stack.of(this)
    // No CORS: the app has the same origin.
    this.http = new HttpApi(this, 'Http', { createDefaultStage: false })
    this.httpDomain = `${this.http.apiId}.execute-api.${region}.${urlSuffix}`
    this.#openHttpStage()
    this.sockets = new WebSocketApi(this, 'Sockets', { routeSelectionExpression: '$request.body.action' })
    this.socketDomain = `${this.sockets.apiId}.execute-api.${region}.${urlSuffix}`
    this.managementEndpoint = `https://${this.socketDomain}/${SOCKET_STAGE}`
    this.connectionsArn = Stack.of(this).formatArn({
      service: 'execute-api',
      resource: this.sockets.apiId,
      resourceName: `${SOCKET_STAGE}/*/@connections/*`,
    })
    const reason = 'A socket has its id from API Gateway when it opens; the publisher speaks to all of them.'
    acknowledgeWildcard(Stack.of(this), this.connectionsArn, reason)
    this.#openSocketStage()
  }

  #openHttpStage(): void {
    const log = new LogGroup(this, 'HttpLog', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    new HttpStage(this, 'HttpStage', {
      httpApi: this.http,
      stageName: HTTP_STAGE,
      autoDeploy: true,
      throttle: this.#throttle,
      accessLogSettings: { destination: new LogGroupLogDestination(log), format: LOGGED },
    })
  }

  #openSocketStage(): void {
    const stage = new WebSocketStage(this, 'SocketStage', {
      webSocketApi: this.sockets,
      stageName: SOCKET_STAGE,
      autoDeploy: true,
      throttle: this.#throttle,
    })
    Validations.of(stage).acknowledge({
      id: 'AwsSolutions-APIG1',
      reason:
        'A WebSocket API logs only by a role set for all APIs of the account and region, which is not ours to set. Each opening and closing is an invocation in a log of its own.',
    })
  }
}
