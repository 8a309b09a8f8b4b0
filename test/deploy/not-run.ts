/** Deployed parts that cannot be tested here, with the tests that cover them instead. */
export const notRun: readonly { what: string; instead: string }[] = [
  {
    what: 'docker’s build of the socket service’s image, on x64 and on arm64, and the digest of its base',
    instead: 'test/integration/container.test.ts executes the image’s commands on this machine’s processor',
  },
  {
    what: 'Fargate tasks, their health check and security group',
    instead:
      'the service has no tasks; its code runs beside it with the rights of the task’s role; the rest is tested in test/unit/infrastructure.test.ts',
  },
  {
    what: 'WebSockets through CloudFront',
    instead:
      'they go to the WebSocket API as CloudFront would send them; the behaviour is tested in test/unit/infrastructure-edge.test.ts',
  },
  {
    what: 'CloudFront’s caching and TLS, the validation of a domain’s certificate by DNS, and the rules of its web ACL',
    instead:
      'the stack with both is deployed in us-east-1; test/unit/infrastructure-edge.test.ts looks at the rest',
  },
  {
    what: 'the client’s address as CloudFront’s function writes it',
    instead: 'test/unit/infrastructure-edge.test.ts runs the function',
  },
  {
    what: 'calls while CloudFront’s locations change to a new origin secret one by one',
    instead: 'test/unit/origin-secrets.test.ts: functions accept the secrets of both deployments',
  },
  {
    what: 'throttles of the APIs, functions that are refused for concurrency, and the limit of functions per queue',
    instead: 'test/unit/infrastructure.test.ts',
  },
  {
    what: 'the moment of a restored table, and the scaling of a paused service',
    instead:
      'the emulator restores the table as it is, and has no scaling; test/unit/consumers.test.ts looks at the scaling',
  },
  {
    what: 'flow logs, sounding alarms, point-in-time recovery, lifecycle rules over time',
    instead: 'test/unit/infrastructure*.test.ts',
  },
]
