import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Asset } from 'aws-cdk-lib/aws-s3-assets'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct, type IDependable } from 'constructs'
import { acknowledgeWildcard } from './wildcards.ts'

interface PublishedAppProps {
  /** Folder of the built app. */
  folder: string
  bucket: IBucket
  /** Parts that the app calls. They are deployed first. */
  after: IDependable[]
}

/**
 * Publishes the built app to its bucket, as the last step of a deployment: a new page finds the routes that it calls.
 * Assets come first and older ones stay, so that a page that is open during a deployment still finds its parts.
 * Browsers revalidate index.html each time.
 */
export class PublishedApp extends Construct {
  constructor(scope: Construct, id: string, { folder, bucket, after }: PublishedAppProps) {
    super(scope, id)
    const log = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const built = new Asset(this, 'Built', { path: folder })
    const shared = {
      sources: [Source.bucket(built.bucket, built.s3ObjectKey)],
      destinationBucket: bucket,
      prune: false,
      outputObjectKeys: false,
      logGroup: log,
      role: this.#copier(built, bucket, log).withoutPolicyUpdates(),
    }
    const assets = new BucketDeployment(this, 'Assets', {
      ...shared,
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: [CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
    })
    const rest = new BucketDeployment(this, 'Rest', {
      ...shared,
      exclude: ['assets/*', '.*'],
      cacheControl: [CacheControl.noCache()],
    })
    assets.node.addDependency(...after)
    rest.node.addDependency(assets)
    this.#acknowledgeCopier()
  }

  /** Role of CDK's copying Lambda, with fewer rights than CDK's default. */
  #copier(built: Asset, bucket: IBucket, log: LogGroup): Role {
    const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources })
    const objects = bucket.arnForObjects('*')
    acknowledgeWildcard(this, objects, "The app's bucket holds nothing but the built app.")
    return new Role(this, 'Copier', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        copy: new PolicyDocument({
          statements: [
            allow(['s3:GetObject'], [built.bucket.arnForObjects(built.s3ObjectKey)]),
            allow(['s3:ListBucket'], [bucket.bucketArn]),
            allow(['s3:PutObject'], [objects]),
            allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [log.logGroupArn]),
          ],
        }),
      },
    })
  }

  /** CDK has one copying Lambda for the whole stack, outside of this construct. */
  #acknowledgeCopier(): void {
    const copier = Stack.of(this).node.children.find(({ node }) =>
      node.id.startsWith('Custom::CDKBucketDeployment'),
    )
    if (!copier) throw new Error("CDK's copying Lambda was not found under its name")
    Validations.of(copier).acknowledge({
      id: 'AwsSolutions-L1',
      reason: 'CDK writes this Lambda and chooses its Python.',
    })
  }
}
