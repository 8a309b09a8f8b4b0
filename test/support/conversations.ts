import { getConversation } from '@recado/shared/conversations/conversation'
import { pageOfMessages, type StoredMessage } from '@recado/shared/conversations/message'
import { writeMessage } from '@recado/shared/conversations/write'
import type { Content } from '@recado/shared/messages/content'
import { DEFAULT_SHARDS } from '@recado/shared/queues/shards'
import { SqsQueues } from '@recado/shared/queues/sqs'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { TenantTable } from '@recado/shared/table/tenant'
import type { ApiClient } from './api-client.ts'
import { eventually } from './eventually.ts'

/**
 * A company's conversations as attendants see them. They are read from the table and written through the queue of
 * the running system, by the environment.
 */
export class Conversations {
  readonly table: TenantTable
  readonly queues = new SqsQueues(process.env.QUEUE_URL_PREFIX ?? '', DEFAULT_SHARDS)
  readonly #connectionId: string

  static async ofConnection(client: ApiClient, connectionId: string): Promise<Conversations> {
    const { companyId } = await client.call('me')
    return new Conversations(companyId, connectionId)
  }

  private constructor(companyId: string, connectionId: string) {
    this.table = new TenantTable(new DynamoTable(process.env.TABLE_NAME ?? ''), companyId)
    this.#connectionId = connectionId
  }

  /** Oldest first. */
  async messages(chat: string): Promise<StoredMessage[]> {
    const { rows } = await pageOfMessages(this.table, this.#connectionId, chat, { limit: 100 })
    return rows.reverse()
  }

  conversation = (chat: string) => getConversation(this.table, this.#connectionId, chat)

  /** Waits for a message with this property. */
  until = (what: string, chat: string, holds: (message: StoredMessage) => boolean) =>
    eventually(what, async () => (await this.messages(chat)).find(holds))

  write = (chat: string, content: Content, quoted?: string) =>
    writeMessage(
      this.table,
      { queues: this.queues, now: Date.now },
      { connectionId: this.#connectionId, chat, content, quoted },
    )
}
