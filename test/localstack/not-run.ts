/** Tests that do not run against LocalStack, with the reason: whole files, and tests that skip themselves. */
export const NOT_RUN: readonly { files: string; test?: string; why: string }[] = [
  {
    files: 'test/integration/whatsapp-simulator-*.test.ts',
    why: 'test only the WhatsApp simulator and use nothing of AWS',
  },
  {
    files: 'test/integration/outage.test.ts',
    why: 'stops the process of the system’s own DynamoDB; LocalStack’s is shared by all tests',
  },
  {
    files: 'test/integration/demo.test.ts',
    why: 'plays a shop at the pace of people; the calls that it makes are those of the other tests',
  },
  {
    files: 'test/integration/operations.test.ts',
    test: 'a stopped system is reported',
    why: 'stops DynamoDB with the system; LocalStack still answers',
  },
  {
    files: 'test/integration/taking-commands.test.ts',
    test: 'a stopping task finishes the command under way',
    why: 'waits for a returned command while another command runs; LocalStack keeps it until the other is done',
  },
]
