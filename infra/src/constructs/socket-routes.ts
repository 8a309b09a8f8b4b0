import { Validations } from 'aws-cdk-lib'
import {
  WebSocketLambdaIntegration,
  WebSocketMockIntegration,
} from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { Construct } from 'constructs'
import { otherFunctions } from '../functions.ts'
import { type SocketRoute, socketGrants } from '../worker-grants.ts'
import type { Gateways } from './gateways.ts'
import type { System } from './system.ts'

interface SocketRoutesProps {
  gateways: Gateways
  system: System
}

/** Routes of the live socket: opened with a ticket, closed, and kept open by a ping that invokes no Lambda. */
export class SocketRoutes extends Construct {
  constructor(scope: Construct, id: string, { gateways, system }: SocketRoutesProps) {
    super(scope, id)
    const lambda = (exported: SocketRoute) =>
      new WebSocketLambdaIntegration(
        exported,
        system.lambda(this, exported, {
          file: otherFunctions.sockets,
          exported,
          grants: socketGrants[exported],
          rowsOf: 'one-company',
          timeoutSeconds: 29,
          memoryMegabytes: 512,
        }),
      )
    const ping = new WebSocketMockIntegration('ping', {
      requestTemplates: { pong: '{"statusCode":200}' },
      templateSelectionExpression: 'pong',
    })
    gateways.sockets.addRoute('$connect', { integration: lambda('connect') })
    gateways.sockets.addRoute('$disconnect', { integration: lambda('disconnect') })
    gateways.sockets.addRoute('$default', { integration: lambda('message') })
    gateways.sockets.addRoute('ping', { integration: ping })
    Validations.of(gateways.sockets).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'A socket opens for a single-use ticket that an authorised call handed out; the connect route checks it.',
    })
  }
}
