import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import type { Row } from './table.ts'

/** A row, or a part of one, in DynamoDB's format: `{S: 'text'}`, `{N: '1'}`. */
export type Item = Record<string, AttributeValue>

/** Properties without a value are left out. */
export const itemOf = (row: object): Item => marshall(row, { removeUndefinedValues: true })

export const rowOf = <T extends object>(item: Item): Row<T> => unmarshall(item) as Row<T>
