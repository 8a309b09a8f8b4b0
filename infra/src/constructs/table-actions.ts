// Listed by hand, because CDK's own grants include Scan. PartiQL is left out for the same reason: it can read
// across partition keys.
export const READ_ROWS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']
export const WRITE_ROWS = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
]
