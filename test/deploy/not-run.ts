/** Deployed parts that cannot be tested here, with the tests that cover them instead. */
export const notRun: readonly { what: string; instead: string }[] = [
  {
    what: 'Fargate tasks, their image, health check and security group',
    instead:
      'the service has no tasks; its code runs beside it with the rights of the task’s role; the rest is tested in test/unit/infrastructure.test.ts',
  },
  {
    what: 'WebSockets through CloudFront',
    instead:
      'they go to the WebSocket API as CloudFront would send them; the behaviour is tested in test/unit/infrastructure-edge.test.ts',
  },
  {
    what: 'CloudFront’s caching, its TLS and the certificate and web ACL of a custom domain',
    instead: 'test/unit/infrastructure-edge.test.ts',
  },
  {
    what: 'flow logs, sounding alarms, point-in-time recovery, lifecycle rules over time',
    instead: 'test/unit/infrastructure*.test.ts',
  },
]
