/** Tests that LocalStack is not tried with, and why: whole files, and what leaves itself out of the others. */
export const NOT_RUN: readonly { files: string; test?: string; why: string }[] = [
  {
    files: 'test/integration/whatsapp-simulator-*.test.ts',
    why: 'are of the WhatsApp simulator alone, and reach nothing of AWS',
  },
  {
    files: 'test/integration/outage.test.ts',
    why: 'stops the process of a DynamoDB that is the system’s own; LocalStack’s is shared by all tests',
  },
  {
    files: 'test/integration/operations.test.ts',
    test: 'a system that does not run is told',
    why: 'takes DynamoDB away with the system; LocalStack goes on answering',
  },
  {
    files: 'test/integration/taking-commands.test.ts',
    test: 'finishes what is under way before it has stopped',
    why: 'waits for what was handed back while another command is at work, which LocalStack keeps until that is done',
  },
]
