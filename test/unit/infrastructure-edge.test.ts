import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { edgeHeaders } from '@recado/shared/http/edge-headers'
import { APP_HEADERS, contentSecurityPolicy } from '@recado/shared/http/security-headers'
import type { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../infra/src/root.ts'
import { deployed } from '../support/deployed.ts'

const { whole: template } = deployed()
const only = (from: Template, type: string) => Object.values(from.findResources(type))[0]?.Properties

describe('CloudFront', () => {
  const { DistributionConfig } = only(template, 'AWS::CloudFront::Distribution')
  const behaviours = [DistributionConfig.DefaultCacheBehavior, ...DistributionConfig.CacheBehaviors]
  const behaviour = (path: string) => behaviours.find(({ PathPattern }) => PathPattern === path)
  const originOf = ({ TargetOriginId }: { TargetOriginId: string }) =>
    DistributionConfig.Origins.find(({ Id }: { Id: string }) => Id === TargetOriginId)

  const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad'
  const ALL_BUT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac'

  test.each(['/api/*', '/ws'])(
    'forwards %s uncached, with all headers except Host and with the origin secret',
    (path) => {
      const passedOn = behaviour(path)
      expect(passedOn.OriginRequestPolicyId).toBe(ALL_BUT_HOST)
      expect(passedOn.ViewerProtocolPolicy).toBe('https-only')
      const [{ HeaderName, HeaderValue }] = originOf(passedOn).OriginCustomHeaders
      expect(HeaderName).toBe('x-origin-secret')
      expect(JSON.stringify(HeaderValue)).toContain('{{resolve:secretsmanager:')
    },
  )

  test('keeps no failure of a request for other companies', () => {
    const kept = DistributionConfig.CustomErrorResponses.map(
      (error: { ErrorCode: number; ErrorCachingMinTTL: number }) => [
        error.ErrorCode,
        error.ErrorCachingMinTTL,
      ],
    )
    expect(kept).toEqual([500, 502, 503, 504].map((code) => [code, 0]))
  })

  test('keeps no answer of the API that does not ask for it, and tells the API the viewer’s place', () => {
    const { CachePolicyConfig } = only(template, 'AWS::CloudFront::CachePolicy')
    expect(CachePolicyConfig).toMatchObject({ MinTTL: 0, DefaultTTL: 0, MaxTTL: 1 })
    const { HeadersConfig, QueryStringsConfig, CookiesConfig } =
      CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin
    expect(HeadersConfig.Headers).toEqual([
      'Authorization',
      'CloudFront-Viewer-City',
      'CloudFront-Viewer-Country',
    ])
    expect([QueryStringsConfig.QueryStringBehavior, CookiesConfig.CookieBehavior]).toEqual(['all', 'all'])
    expect(JSON.stringify(behaviour('/api/*').CachePolicyId)).toMatch(/ApiCachePolicy/)
  })

  test('caches only assets', () => {
    const cached = behaviours.filter(({ CachePolicyId }) => CachePolicyId !== CACHING_DISABLED)
    expect(cached.map(({ PathPattern }) => PathPattern)).toEqual(['/assets/*', '/api/*'])
    const copies = Object.values(template.findResources('Custom::CDKBucketDeployment')).map(
      ({ Properties }) => Properties,
    )
    expect(copies.map(({ Include, SystemMetadata }) => [Include, SystemMetadata['cache-control']])).toEqual([
      [['assets/*'], 'max-age=31536000, immutable'],
      [undefined, 'no-cache'],
    ])
  })

  test('is the only reader of the app’s bucket', () => {
    expect(originOf(DistributionConfig.DefaultCacheBehavior).OriginAccessControlId).toBeDefined()
  })

  test("sends the app with the local system's content policy plus the bucket's address", () => {
    const { SecurityHeadersConfig } = only(
      template,
      'AWS::CloudFront::ResponseHeadersPolicy',
    ).ResponseHeadersPolicyConfig
    const { ContentSecurityPolicy } = SecurityHeadersConfig.ContentSecurityPolicy
    const parts: unknown[] = ContentSecurityPolicy['Fn::Join'][1]
    const names: Record<string, string> = {
      'AWS::AccountId': '1',
      'AWS::URLSuffix': 'aws',
    }
    const policy = parts
      .map((part) => (typeof part === 'string' ? part : names[Object.values(part ?? {})[0]]))
      .join('')
    expect(policy).toBe(contentSecurityPolicy('https://recado-1a2b3c4d-files-1-sa-east-1.s3.sa-east-1.aws'))
  })

  test('sends the permissions policy, and isolates the app’s window from other pages', () => {
    const { SecurityHeadersConfig, CustomHeadersConfig } = only(
      template,
      'AWS::CloudFront::ResponseHeadersPolicy',
    ).ResponseHeadersPolicyConfig
    const api = DistributionConfig.CacheBehaviors.find(
      ({ PathPattern }: { PathPattern: string }) => PathPattern === '/api/*',
    )
    // CloudFront's own policy with nosniff.
    expect(api.ResponseHeadersPolicyId).toBe('67f7725c-6f97-4210-82d7-5512b31e9d03')
    expect(SecurityHeadersConfig.ContentTypeOptions).toEqual({ Override: true })
    expect(CustomHeadersConfig.Items).toEqual(
      Object.entries(APP_HEADERS).map(([Header, Value]) => ({ Header, Value, Override: true })),
    )
  })

  const source = readFileSync(join(ROOT, 'infra/src/edge/viewer-request.js'), 'utf8')
  const handler = new Function(`${source}; return handler`)()
  const requestFor = (uri: string, headers = {}) => ({
    request: { uri, headers },
    viewer: { ip: '203.0.113.7' },
  })

  test.each([
    ['/', '/index.html'],
    ['/campaigns/01J8', '/index.html'],
    ['/apiary', '/index.html'],
    ['/assets/main-x7.js', '/assets/main-x7.js'],
    ['/favicon.svg', '/favicon.svg'],
    ['/sw.js', '/sw.js'],
    ['/manifest.webmanifest', '/manifest.webmanifest'],
    ['/parts.json', '/parts.json'],
    ['/api/campaigns', '/api/campaigns'],
    ['/api/campaigns//', '/api/campaigns'],
    ['/api/.well-known/jwks.json', '/api/.well-known/jwks.json'],
  ])('asks for %s as %s', (uri, asked) => {
    expect(handler(requestFor(uri)).uri).toBe(asked)
  })

  test('writes the client’s address into a call, over what the client claims', () => {
    const claimed = { [edgeHeaders.viewerAddress]: { value: '198.51.100.1' } }
    const { headers } = handler(requestFor('/api/auth/login', claimed))
    expect(headers).toEqual({ [edgeHeaders.viewerAddress]: { value: '203.0.113.7' } })
  })
})

describe('a deployment with its own domain', () => {
  const {
    edge,
    templates: [own],
  } = deployed({ domain: 'app.example.com' }, { account: '123456789012' })

  test('has the certificate and the web ACL with its rate rule in us-east-1', () => {
    if (!edge) throw new Error('There is no edge stack')
    expect(edge.stack.region).toBe('us-east-1')
    expect(only(edge.template, 'AWS::CertificateManager::Certificate').DomainName).toBe('app.example.com')
    expect(
      only(edge.template, 'AWS::WAFv2::WebACL').Rules[0].Statement.RateBasedStatement.AggregateKeyType,
    ).toBe('IP')
  })

  test('has a stack in us-east-1 of this domain alone, and so another name for the certificate', () => {
    expect(edge?.stack.stackName).toBe('recado-edge-app-example-com')
    const names = Object.keys(only(own, 'Custom::CrossRegionExportReader').ReaderProps.imports)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(name).toContain('recadoedgeappexamplecom')
  })

  test('names the record of the domain beside CloudFront’s address', () => {
    const { CloudFrontAddress } = own.findOutputs('CloudFrontAddress')
    expect(CloudFrontAddress?.Description).toContain('app.example.com CNAME')
    expect(template.findOutputs('CloudFrontAddress').CloudFrontAddress?.Description).toBeUndefined()
  })

  test('uses the domain for browsers, cookies and files', () => {
    const { DistributionConfig } = only(own, 'AWS::CloudFront::Distribution')
    expect(DistributionConfig.Aliases).toEqual(['app.example.com'])
    expect(DistributionConfig.WebACLId).toBeDefined()
    expect(DistributionConfig.ViewerCertificate.MinimumProtocolVersion).toBe('TLSv1.2_2021')
    const lambdas = Object.values(own.findResources('AWS::Lambda::Function'))
    const origins = lambdas.flatMap(({ Properties }) => Properties.Environment?.Variables?.APP_ORIGIN ?? [])
    expect(new Set(origins)).toEqual(new Set(['https://app.example.com']))
  })
})
