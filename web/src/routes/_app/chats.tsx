import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import { chatsSearch } from '../../chats/list/search.ts'
import { ChatsPage } from '../../chats/page/ChatsPage.tsx'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'

export const Route = createFileRoute('/_app/chats')({
  validateSearch: chatsSearch,
  component: Chats,
})

function Chats() {
  const navigate = useNavigateFromHere()
  const { chatId } = useParams({ strict: false })
  return (
    <ChatsPage
      search={Route.useSearch()}
      openId={chatId}
      // The open conversation stays open, and each pause in typing is no step of the history.
      onSearch={(search) => navigate({ to: '.', search, replace: true })}
    >
      <Outlet />
    </ChatsPage>
  )
}
