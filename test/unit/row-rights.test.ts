import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import {
  attemptIndex,
  chainIndex,
  deskDueIndex,
  dueIndex,
  emailIndex,
  handoverIndex,
  listeningIndex,
  shardIndex,
  socketIndex,
  stopIndex,
  ticketIndex,
} from '@recado/shared/table/indexes'
import { type SharedRows, sharedRows } from '@recado/shared/table/shared-rows'
import { describe, expect, test } from 'vitest'
import { refusedKeys, touchedKeys } from '../../infra/local/gateway/rights.ts'
import { grantsOf } from '../../infra/src/domain-grants.ts'
import { ownKeys, sessionKeys } from '../../infra/src/row-keys.ts'

const TableName = 'recado'
const Key = (pk: string) => ({ pk: { S: pk }, sk: { S: '1' } })

describe('the keys of a request for rows', () => {
  test.each([
    [new GetItemCommand({ TableName, Key: Key('a') }), ['a'], []],
    [
      new QueryCommand({
        TableName,
        KeyConditionExpression: '#a = :a AND begins_with(#b, :b)',
        ExpressionAttributeNames: { '#a': 'pk', '#b': 'sk' },
        ExpressionAttributeValues: { ':a': { S: 'a' }, ':b': { S: 'b' } },
      }),
      ['a'],
      [],
    ],
    [
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [Key('a'), Key('b')] } } }),
      ['a', 'b'],
      [],
    ],
    [new PutItemCommand({ TableName, Item: Key('a') }), [], ['a']],
    [new UpdateItemCommand({ TableName, Key: Key('a') }), [], ['a']],
    [new DeleteItemCommand({ TableName, Key: Key('a') }), [], ['a']],
    [
      new BatchWriteItemCommand({
        RequestItems: {
          [TableName]: [{ PutRequest: { Item: Key('a') } }, { DeleteRequest: { Key: Key('b') } }],
        },
      }),
      [],
      ['a', 'b'],
    ],
    [
      new TransactWriteItemsCommand({
        TransactItems: [
          { Put: { TableName, Item: Key('a') } },
          { Update: { TableName, Key: Key('b'), UpdateExpression: '' } },
          { Delete: { TableName, Key: Key('c') } },
          { ConditionCheck: { TableName, Key: Key('d'), ConditionExpression: '' } },
        ],
      }),
      [],
      ['a', 'b', 'c', 'd'],
    ],
  ])('are found in %o', (command, read, written) => {
    expect(touchedKeys(command)).toEqual({ read, written })
  })

  test('are unknown for a Scan, which is refused', () => {
    expect(() => touchedKeys(new ScanCommand({ TableName }))).toThrow('Unknown command')
  })
})

test('a function reaches the shared rows of its grants only', () => {
  const allowed = ownKeys({ shared: { plans: 'read', attempts: 'write' } })
  const read = ['PLATFORM#PLANS', 'PLATFORM#PLANS-NAMES', 'INDEX#ATTEMPTS#ana', 'INDEX#EMAIL#ana', 'A1#USERS']
  expect(refusedKeys({ read, written: read }, allowed)).toEqual([
    'INDEX#EMAIL#ana',
    'A1#USERS',
    'PLATFORM#PLANS',
    'PLATFORM#PLANS-NAMES',
    'INDEX#EMAIL#ana',
    'A1#USERS',
  ])
})

test('a session reaches its company’s rows, and writes them only for a function that writes', () => {
  const touched = { read: ['A1#USERS'], written: ['A1#USERS', 'INDEX#DUE#1'] }
  expect(refusedKeys(touched, sessionKeys({ table: 'write' }, 'A1'))).toEqual([])
  expect(refusedKeys(touched, sessionKeys({ table: 'read' }, 'A1'))).toEqual(['A1#USERS', 'INDEX#DUE#1'])
  expect(refusedKeys(touched, sessionKeys({ table: 'write' }, 'A'))).toEqual(['A1#USERS', 'A1#USERS'])
})

test('every index has the pattern of its name', () => {
  const keys: { [R in SharedRows]?: string[] } = {
    emails: [emailIndex.key('ana@loja.test').pk],
    dueCampaigns: [dueIndex.pk(3)],
    dueAtDesk: [deskDueIndex.pk(3)],
    chains: [chainIndex.pk(3)],
    shards: [shardIndex.pk(3)],
    sockets: [socketIndex.pk('x')],
    listening: [listeningIndex.pk(3)],
    socketTickets: [ticketIndex.key('x').pk],
    handovers: [handoverIndex.key('x').pk],
    attempts: [attemptIndex.key('x').pk],
    sendingStop: [...stopIndex.pks],
    sendingStopTraces: [stopIndex.tracesPk],
  }
  const named = Object.keys(sharedRows).filter((name) => sharedRows[name as SharedRows].startsWith('INDEX#'))
  expect(Object.keys(keys)).toEqual(named)
  for (const name of named as SharedRows[]) {
    const { read } = ownKeys({ shared: { [name]: 'read' } })
    expect(refusedKeys({ read: keys[name] ?? [], written: [] }, { read, written: [] }), name).toEqual([])
  }
})

test('functions whose routes concern one company reach no shared rows, except the deletions of companies', () => {
  for (const domain of ['contact-lists', 'contacts', 'tickets', 'chats', 'quick-replies', 'uploads'] as const)
    expect(grantsOf(domain).shared, domain).toEqual({ deletions: 'read' })
  expect(grantsOf('platform').shared).toEqual({})
})
