import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'

interface Written {
  TableName?: string
  Key?: { pk?: unknown }
  Item?: { pk?: unknown }
}

/** What DynamoDB would charge for writing, counted at its door: conversations apart from everything else. */
export class WriteUnits {
  engine = 0
  conversation = 0

  constructor(client: DynamoDBClient) {
    client.middlewareStack.add(
      (next) => async (call) => {
        const input = { ...call.input, ReturnConsumedCapacity: 'TOTAL' }
        const answer = await next({ ...call, input })
        if (isWrite(call.input)) this.#count(call.input as Written, answer.output)
        return answer
      },
      { step: 'initialize' },
    )
  }

  reset(): void {
    this.engine = 0
    this.conversation = 0
  }

  #count(input: Written, output: object): void {
    if (!('ConsumedCapacity' in output)) return
    const pk = JSON.stringify(input.Key?.pk ?? input.Item?.pk ?? '')
    const isConversation = /#(MESSAGES|CONVERSATIONS|MESSAGE-PLACES)/.test(pk)
    for (const used of [output.ConsumedCapacity ?? []].flat()) {
      const units = Number((used as { CapacityUnits?: number }).CapacityUnits ?? 0)
      if (isConversation) this.conversation += units
      else this.engine += units
    }
  }
}

const isWrite = (input: object): boolean =>
  'Item' in input || 'UpdateExpression' in input || 'TransactItems' in input
