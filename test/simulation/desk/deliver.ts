import { handler as inboundWorker } from '@recado/functions/conversations/inbound-worker'
import type { InboundEvent } from '@recado/shared/messages/inbound'
import { sqsRecord } from '../../support/sqs-record.ts'
import { Lost } from './fate.ts'

/** Gives an event to the worker behind the queue. @throws Lost if the queue is to deliver it again */
export async function deliver(event: InboundEvent): Promise<void> {
  const { batchItemFailures } = await inboundWorker({ Records: [sqsRecord(event)] })
  if (batchItemFailures.length > 0) throw new Lost('The event was not processed')
}
