import { Button, Group, Title } from '@mantine/core'
import { searchable } from '@recado/shared/searchable'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import pane from '../../tickets/list/list.module.css'
import { SkeletonRows } from '../../tickets/list/SkeletonRows.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { toastError } from '../../ui/toast.ts'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { otherIn } from '../chat-names.ts'
import { useChats, useCreateChat } from '../queries.ts'
import { NewRoomDialog } from '../rooms/NewRoomDialog.tsx'
import { useColleagues } from '../use-colleagues.ts'
import { ChatRow } from './ChatRow.tsx'
import { ColleagueList } from './ColleagueList.tsx'
import classes from './chats.module.css'
import type { ChatsSearch } from './search.ts'

interface ChatListPaneProps {
  search: ChatsSearch
  openId: string | undefined
  onSearch: (search: ChatsSearch) => void
}

/** The user's conversations, and the colleagues with whom they have none yet. */
export function ChatListPane({ search, openId, onSearch }: ChatListPaneProps) {
  const { t } = useTexts()
  const [isCreating, setIsCreating] = useState(false)
  return (
    <section className={pane.pane} aria-label={t('chats.list')}>
      <Group justify="space-between" className={pane.head} gap={6}>
        <Title order={1} size="h5">
          {t('chats.title')}
        </Title>
        <Button
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setIsCreating(true)}
        >
          {t('chats.newRoom')}
        </Button>
      </Group>
      <div className={classes.field}>
        <SearchBox
          label={t('chats.search')}
          value={search.q ?? ''}
          onSearch={(q) => onSearch({ q: q || undefined })}
        />
      </div>
      <Conversations search={search} openId={openId} />
      {isCreating && <NewRoomDialog onClose={() => setIsCreating(false)} />}
    </section>
  )
}

function Conversations({ search, openId }: Pick<ChatListPaneProps, 'search' | 'openId'>) {
  const { t } = useTexts()
  const { id: me } = useUser()
  const scrollRef = useRef<HTMLDivElement>(null)
  const list = useChats(search.q)
  const all = useColleagues()
  const navigate = useNavigateFromHere()
  // Here, because a colleague leaves the list when the conversation is there.
  const create = useCreateChat()
  const { records, isPending, error } = list
  if (isPending) return <SkeletonRows />
  if (error && records.length === 0)
    return (
      <div className={classes.scroll}>
        <ListProblem error={error} onRetry={list.refetch} isRetrying={list.isFetching} />
      </div>
    )
  const begin = (userId: string) =>
    create.mutate(
      { userIds: [userId] },
      {
        onSuccess: ({ id }) => navigate({ to: '/chats/$chatId', params: { chatId: id }, search: {} }),
        onError: (failure) => toastError(failure),
      },
    )
  const wanted = searchable(search.q ?? '')
  const talkedTo = new Set(records.map((chat) => otherIn(chat, me)?.userId))
  const found = all?.filter(({ id, name }) => !talkedTo.has(id) && searchable(name).includes(wanted)) ?? []
  const online = new Set(all?.filter((one) => one.online).map(({ id }) => id))
  // Conversations on further pages may be with some of these colleagues.
  const colleagues = list.hasNextPage && !wanted ? [] : found
  return (
    <div ref={scrollRef} className={classes.scroll}>
      <ul className={classes.list} aria-label={t('chats.list')}>
        {records.map((chat) => (
          <li key={chat.id}>
            <ChatRow
              chat={chat}
              search={search}
              isOpen={chat.id === openId}
              isOnline={online.has(otherIn(chat, me)?.userId ?? '')}
            />
          </li>
        ))}
      </ul>
      {records.length === 0 && (wanted === '' || colleagues.length === 0) && (
        <div className={pane.empty}>
          <EmptyList
            drawing="bubbles"
            text={t(all?.length === 0 ? 'chats.noColleagues' : 'chats.empty')}
            isFiltered={wanted !== ''}
          />
        </div>
      )}
      <LoadMore list={list} scroller={scrollRef} />
      {colleagues.length > 0 && (
        <ColleagueList colleagues={colleagues} isBusy={create.isPending} onBegin={begin} />
      )}
    </div>
  )
}
