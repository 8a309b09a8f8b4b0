import { allRoutes, type Domain } from '@recado/shared/api/routes'
import { NestedStack, Validations } from 'aws-cdk-lib'
import { HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { Construct } from 'constructs'
import { grantsOf, isAcrossCompanies } from '../domain-grants.ts'
import type { Gateways } from './gateways.ts'
import type { System } from './system.ts'

/** API Gateway waits 30 seconds at most. */
const TIMEOUT_SECONDS = 29

/** Checking a password needs a whole processor. The other domains get half of one. */
const MEGABYTES: { [D in Domain]: number } = {
  platform: 512,
  sessions: 1769,
  // It also checks and hashes passwords.
  users: 1769,
  connections: 1024,
  'contact-lists': 1769,
  'contact-blocks': 512,
  // A search reads all cards.
  contacts: 1769,
  extractors: 1024,
  uploads: 512,
  exports: 512,
  campaigns: 1769,
  dashboard: 512,
  // It counts the tickets of up to 92 days.
  'desk-report': 1769,
  'data-subjects': 512,
  announcements: 512,
  integration: 512,
  audit: 512,
  companies: 1024,
  plans: 512,
  instances: 512,
  helps: 512,
  settings: 512,
  retention: 512,
  tickets: 1769,
  'ticket-queues': 512,
  tags: 512,
  'quick-replies': 512,
  schedules: 512,
  chats: 512,
  notices: 512,
  // It reads all cards of contacts, and hundreds of messages.
  search: 1769,
}

interface HttpRoutesProps {
  gateways: Gateways
  system: System
}

/**
 * Every route of the route table, with one Lambda per domain. A nested stack, because CloudFormation allows 500
 * resources in one.
 */
export class HttpRoutes extends NestedStack {
  readonly #props: HttpRoutesProps

  constructor(scope: Construct, id: string, props: HttpRoutesProps) {
    super(scope, id)
    this.#props = props
    const byDomain = Map.groupBy(allRoutes(), (route) => route.domain)
    for (const [domain, routes] of byDomain) this.#serve(domain, routes)
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'Every request is authorised in the handler chain: the cache of a Lambda authorizer would outlive a logout.',
    })
  }

  #serve(domain: Domain, routes: ReturnType<typeof allRoutes>): void {
    const { gateways, system } = this.#props
    const scope = new Construct(this, domain)
    const lambda = system.lambda(scope, 'Lambda', {
      file: `${domain}/api`,
      grants: grantsOf(domain),
      rowsOf: isAcrossCompanies(domain) ? 'all-companies' : 'one-company',
      timeoutSeconds: TIMEOUT_SECONDS,
      memoryMegabytes: MEGABYTES[domain],
    })
    // One permission for the whole API, because a policy has no room for one per route.
    const integration = new HttpLambdaIntegration('Integration', lambda, { scopePermissionToRoute: false })
    for (const { name, route } of routes) {
      new HttpRoute(scope, name, {
        httpApi: gateways.http,
        routeKey: HttpRouteKey.with(route.path, HttpMethod[route.method]),
        integration,
      })
    }
  }
}
