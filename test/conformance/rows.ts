import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { newId } from '@recado/shared/ids'
import type { Aws } from '../support/aws.ts'

/** The key of a row as DynamoDB's own client takes it. */
export interface RawKey {
  pk: string
  sk: string
}

/** An unused partition. */
export const aPartition = () => ({ pk: `conformance-${newId()}` })

export const put = ({ client, table }: Aws['dynamodb'], row: object) =>
  client.send(new PutItemCommand({ TableName: table, Item: marshall(row) }))

export async function rowAt({ client, table }: Aws['dynamodb'], { pk, sk }: RawKey) {
  const { Item } = await client.send(
    new GetItemCommand({ TableName: table, Key: marshall({ pk, sk }), ConsistentRead: true }),
  )
  return Item && unmarshall(Item)
}
