import { handler as inboundWorker } from '@recado/functions/conversations/inbound-worker'
import type { InboundEvent } from '@recado/shared/messages/inbound'
import { Lost } from './fate.ts'

/** Gives an event to the worker behind the queue. @throws Lost if the queue is to deliver it again */
export async function deliver(event: InboundEvent): Promise<void> {
  const { batchItemFailures } = await inboundWorker({ Records: [recordOf(event)] })
  if (batchItemFailures.length > 0) throw new Lost('The event was not processed')
}

type Delivered = Parameters<typeof inboundWorker>[0]['Records'][number]

const recordOf = (event: InboundEvent): Delivered => ({
  messageId: 'record',
  receiptHandle: '',
  body: JSON.stringify(event),
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
