import type { Route } from '@recado/shared/http/contract'
import { attendantRoutes } from '@recado/shared/tickets/contract/routes'
import { useEffect } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { useChatAim } from '../../web/src/chats/aim.ts'
import { ChatFoot } from '../../web/src/chats/page/ChatFoot.tsx'
import { mounted, showKeys } from '../support/mounted.ts'
import { aChat, aChatMessage } from '../support/web-chats.ts'

const { user, composer, aim } = vi.hoisted(() => ({
  user: { id: 'ana' },
  composer: { left: vi.fn() },
  aim: { now: undefined as ReturnType<typeof useChatAim> | undefined },
}))
vi.mock('../../web/src/api/call.ts', () => ({
  call: async (route: Route) => (route === attendantRoutes.listAttendants ? [{ id: 'bruno' }] : undefined),
}))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => user, onChange: () => () => undefined },
}))
vi.mock('../../web/src/chats/composer/EditMessage.tsx', () => ({ EditMessage: () => null }))
vi.mock('../../web/src/chats/composer/ChatComposer.tsx', () => ({
  ChatComposer: ({ aim: given }: { aim: ReturnType<typeof useChatAim> }) => {
    aim.now = given
    useEffect(() => composer.left, [])
    return null
  },
}))

beforeAll(showKeys)

test('the composer of a chat stays while a message is edited, because it holds the linked ticket', async () => {
  const Foot = () => ChatFoot({ chat: aChat(), aim: useChatAim(), onSend: () => undefined })
  const foot = await mounted(Foot, {})
  await foot.after(() => aim.now?.edit(aChatMessage({ userId: 'ana' })))
  expect(aim.now?.edited).not.toBeNull()
  await foot.after(() => aim.now?.cancelEdit())
  expect(aim.now?.edited).toBeNull()
  expect(composer.left).not.toHaveBeenCalled()
  await foot.unmount()
})
