import { RemovalPolicy } from 'aws-cdk-lib'
import { FlowLogDestination, GatewayVpcEndpointAwsService, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'

/**
 * Public subnets without NAT. The socket service's one job is to call out to WhatsApp, so private subnets
 * would need a NAT gateway: 30 dollars a month for each zone and a fee for each byte, for tasks that no
 * security group lets anyone reach either way.
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
