import type { handler as inboundWorker } from '@recado/functions/conversations/inbound-worker'

/** A message as SQS hands it to a function. */
export type SqsRecord = Parameters<typeof inboundWorker>[0]['Records'][number]

/** @param body is stored as JSON */
export const sqsRecord = (body: object): SqsRecord => ({
  messageId: 'record',
  receiptHandle: '',
  body: JSON.stringify(body),
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: '0',
    SenderId: '',
    ApproximateFirstReceiveTimestamp: '0',
    MessageGroupId: 'group',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: '',
  awsRegion: '',
})
