/** What is deployed and cannot be seen at work here, and where it is looked at instead. */
export const notRun: readonly { what: string; instead: string }[] = [
  {
    what: 'Fargate tasks, their image, health check and security group',
    instead:
      'the service stands with no tasks, its code runs beside it with the rights of the task’s role; the rest in test/unit/infrastructure.test.ts',
  },
  {
    what: 'WebSockets through CloudFront',
    instead:
      'they go to the WebSocket API as CloudFront would send them; the behaviour in test/unit/infrastructure-edge.test.ts',
  },
  {
    what: 'CloudFront’s caching, its TLS and the certificate and web ACL of a domain of one’s own',
    instead: 'test/unit/infrastructure-edge.test.ts',
  },
  {
    what: 'flow logs, alarms that ring, point-in-time recovery, lifecycle rules in their time',
    instead: 'test/unit/infrastructure*.test.ts',
  },
]
