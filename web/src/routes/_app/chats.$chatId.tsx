import { createFileRoute } from '@tanstack/react-router'
import { ChatPane } from '../../chats/page/ChatPane.tsx'

export const Route = createFileRoute('/_app/chats/$chatId')({ component: Chat })

function Chat() {
  return <ChatPane chatId={Route.useParams().chatId} search={Route.useSearch()} />
}
