const TEXT = 'S' as const

/** Schema of every table of the product: a partition key and a sort key, both text. */
export const TABLE_SCHEMA = {
  BillingMode: 'PAY_PER_REQUEST' as const,
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: TEXT },
    { AttributeName: 'sk', AttributeType: TEXT },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' as const },
    { AttributeName: 'sk', KeyType: 'RANGE' as const },
  ],
}
