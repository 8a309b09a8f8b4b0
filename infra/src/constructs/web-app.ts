import { join } from 'node:path'
import { edgeHeaders } from '@recado/shared/http/edge-headers'
import { APP_HEADERS, contentSecurityPolicy } from '@recado/shared/http/security-headers'
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib'
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3'
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { Gateways } from './gateways.ts'

/** The app's own domain, with its certificate and its web ACL. */
export interface OwnDomain {
  name: string
  certificate: ICertificate
  webAclArn: string
}

interface WebAppProps {
  gateways: Gateways
  filesOrigin: string
  originSecret: ISecret
  accessLogs: IBucket
  domain: OwnDomain | undefined
}

/** One host for all requests of a browser: the app's files, the API at /api, the live socket at /ws. */
export class WebApp extends Construct {
  readonly origin: string
  readonly distribution: Distribution
  /** Files of the app, which `PublishedApp` fills. */
  readonly bucket: Bucket
  readonly #viewerRequest: EdgeFunction

  constructor(scope: Construct, id: string, props: WebAppProps) {
    super(scope, id)
    const { accessLogs, domain, gateways, originSecret } = props
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // Also after a failed first deployment: only an empty bucket can be deleted.
      removalPolicy: RemovalPolicy.RETAIN,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'app/',
    })
    this.#viewerRequest = new EdgeFunction(this, 'ViewerRequest', {
      code: FunctionCode.fromFile({ filePath: join(import.meta.dirname, '../edge/viewer-request.js') }),
      runtime: FunctionRuntime.JS_2_0,
    })
    const files = this.#files(this.bucket, props.filesOrigin)
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'Recado',
      defaultBehavior: { ...files, cachePolicy: CachePolicy.CACHING_DISABLED },
      additionalBehaviors: {
        // Named by their content, so a file never changes.
        '/assets/*': { ...files, cachePolicy: CachePolicy.CACHING_OPTIMIZED },
        '/api/*': {
          ...this.#passedOn(gateways.httpDomain, originSecret),
          cachePolicy: this.#uncached(),
          functionAssociations: this.#onRequest(),
          // API Gateway's own answers lack our headers.
          responseHeadersPolicy: ResponseHeadersPolicy.SECURITY_HEADERS,
        },
        '/ws': this.#passedOn(gateways.socketDomain, originSecret),
      },
      // CloudFront caches an error for ten seconds and gives it to all companies, also where nothing else is cached
      // ("Control how long CloudFront caches errors", CloudFront guide).
      errorResponses: [500, 502, 503, 504].map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(domain && namedAs(domain)),
    })
    this.origin = `https://${domain?.name ?? this.distribution.distributionDomainName}`
    this.#acknowledge(domain)
  }

  #onRequest() {
    return [{ function: this.#viewerRequest, eventType: FunctionEventType.VIEWER_REQUEST }]
  }

  /** The app's files, which only CloudFront may read. */
  #files(bucket: IBucket, filesOrigin: string): BehaviorOptions {
    return {
      origin: S3BucketOrigin.withOriginAccessControl(bucket),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      functionAssociations: this.#onRequest(),
      responseHeadersPolicy: new ResponseHeadersPolicy(this, 'Headers', {
        securityHeadersBehavior: {
          contentSecurityPolicy: {
            contentSecurityPolicy: contentSecurityPolicy(filesOrigin),
            override: true,
          },
          contentTypeOptions: { override: true },
          frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
          referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
          strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
        },
        customHeadersBehavior: {
          customHeaders: Object.entries(APP_HEADERS).map(([header, value]) => ({
            header,
            value,
            override: true,
          })),
        },
      }),
    }
  }

  /**
   * Requests passed on unchanged, never cached. The policy removes only Host, which API Gateway would refuse.
   */
  #passedOn(domainName: string, originSecret: ISecret): BehaviorOptions {
    return {
      origin: new HttpOrigin(domainName, {
        // A reference that CloudFormation resolves: the template has only the secret's name.
        customHeaders: { [edgeHeaders.originSecret]: originSecret.secretValue.unsafeUnwrap() },
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    }
  }

  /**
   * Caches nothing, since the API's answers forbid it and others are cached for no time, and adds the viewer's place.
   * CloudFront makes these headers itself, so `ALL_VIEWER_EXCEPT_HOST_HEADER` leaves them out. A cache policy may name
   * them if its longest time is not 0 ("CachePolicyConfig" in the CloudFront API).
   */
  #uncached(): CachePolicy {
    return new CachePolicy(this, 'ApiCachePolicy', {
      comment: 'Caches nothing and adds the place of the viewer',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(1),
      headerBehavior: CacheHeaderBehavior.allowList(
        'Authorization',
        'CloudFront-Viewer-City',
        'CloudFront-Viewer-Country',
      ),
      queryStringBehavior: CacheQueryStringBehavior.all(),
      cookieBehavior: CacheCookieBehavior.all(),
    })
  }

  #acknowledge(domain: OwnDomain | undefined): void {
    Validations.of(this.distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'Companies and their attendants may be anywhere.' },
      {
        id: 'AwsSolutions-CFR3',
        reason:
          'Its log would hold query strings, in which people search for names and numbers. The API logs each call by its route.',
      },
    )
    if (domain) return
    Validations.of(this.distribution).acknowledge(
      {
        id: 'AwsSolutions-CFR2',
        reason: 'The web ACL stands in us-east-1 and comes with a domain of its own.',
      },
      {
        id: 'AwsSolutions-CFR4',
        reason: "CloudFront's own certificate fixes the protocols; a domain of its own has TLS 1.2 at least.",
      },
    )
  }
}

const namedAs = ({ name, certificate, webAclArn }: OwnDomain) => ({
  domainNames: [name],
  certificate,
  webAclId: webAclArn,
  minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
})
