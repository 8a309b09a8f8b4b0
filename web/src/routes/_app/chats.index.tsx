import { createFileRoute } from '@tanstack/react-router'
import { NoChatOpen } from '../../chats/page/NoChatOpen.tsx'

export const Route = createFileRoute('/_app/chats/')({ component: NoChatOpen })
