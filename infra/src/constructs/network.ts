import { RemovalPolicy } from 'aws-cdk-lib'
import { FlowLogDestination, GatewayVpcEndpointAwsService, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'

/**
 * Public subnets without NAT. The socket service only calls out to WhatsApp. Private subnets would need a NAT
 * gateway, at 30 dollars a month per zone and a fee per byte, and add no protection: the security group lets
 * nothing in either way.
 */
export class Network extends Construct {
  readonly vpc: Vpc

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.vpc = new Vpc(this, 'Vpc', {
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: 'public', subnetType: SubnetType.PUBLIC, mapPublicIpOnLaunch: false }],
      // Free, and keeps most of the traffic inside AWS.
      gatewayEndpoints: { DynamoDb: { service: GatewayVpcEndpointAwsService.DYNAMODB } },
    })
    this.vpc.addFlowLog('Flows', {
      destination: FlowLogDestination.toCloudWatchLogs(
        new LogGroup(this, 'FlowLog', {
          retention: RetentionDays.ONE_MONTH,
          removalPolicy: RemovalPolicy.DESTROY,
        }),
      ),
    })
  }
}
