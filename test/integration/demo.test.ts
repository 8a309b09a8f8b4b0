import { expect, test } from 'vitest'
import { startDemo } from '../../infra/local/demo/demo.ts'
import { ATTENDANTS, SHOP } from '../../infra/local/demo/people.ts'
import { ApiClient } from '../support/api-client.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { ownSystem } from '../support/test-system.ts'

const { system } = ownSystem()
/** Factor of all pauses. */
const FAST = 0.1

test(
  'the demo’s customers write, are answered, rate the service, and answer a campaign',
  async () => {
    const demo = await startDemo(system.origin, FAST)
    try {
      const admin = await ApiClient.signIn(system.origin)
      const { records: campaigns } = await admin.call('listCampaigns', {})
      expect(campaigns).toMatchObject([{ name: 'Semana das plantas', status: 'EM_ANDAMENTO' }])
      const closed = await eventually(
        'a conversation was ended and rated',
        async () => {
          const { records } = await admin.call('listTickets', { tab: 'resolvidos', all: 'true' })
          return records.find(({ rating }) => rating?.rate)
        },
        90_000,
      )
      const messages = await admin.messagesOf(closed.chat)
      expect(messages.some(({ from, text }) => from === SHOP && text?.startsWith('*'))).toBe(true)
      await eventually('some customers are left waiting', async () => {
        const { aguardando } = await admin.call('countTickets')
        return aguardando.tickets > 0
      })
    } finally {
      demo.stop()
    }
  },
  atMost(150_000),
)

test(
  'a demo started again keeps its company, and an attendant’s session stays with the person who signed in',
  async () => {
    const demo = await startDemo(system.origin, FAST)
    try {
      const caio = await ApiClient.signIn(system.origin, ATTENDANTS[0].email)
      const admin = await ApiClient.signIn(system.origin)
      expect(await admin.call('listTicketQueues')).toHaveLength(3)
      expect((await admin.call('listConnections')).map(({ status }) => status)).toEqual(['CONNECTED'])
      // Débora still works, and Caio's session stays with the person who has it.
      await eventually(
        'the demo went on',
        async () => (await caio.call('countTickets')).aguardando.tickets > 2,
      )
      expect((await caio.call('me')).email).toBe(ATTENDANTS[0].email)
    } finally {
      demo.stop()
    }
  },
  atMost(60_000),
)
