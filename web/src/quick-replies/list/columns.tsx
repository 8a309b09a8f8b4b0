import { Code, Text } from '@mantine/core'
import type { QuickReply } from '@recado/shared/quick-replies/quick-reply'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import { ticketQueuesQuery } from '../../ticket-queues/queries.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { EditActions } from '../../ui/EditActions.tsx'
import { ReplyFile } from '../ReplyFile.tsx'
import { beginningOf } from './beginning-of.ts'

interface RowActions {
  onEdit: (reply: QuickReply) => void
  onDelete: (reply: QuickReply) => void
}

export function useQuickReplyColumns({ onEdit, onDelete }: RowActions): Column<QuickReply>[] {
  const { t } = useTexts()
  const managesAll = useMay('drawer-admin-items:view')
  const { data: queues = [] } = useQuery(ticketQueuesQuery)
  const usersOf = ({ scope, queueIds }: QuickReply): string => {
    const names = queues.filter(({ id }) => queueIds.includes(id)).map(({ name }) => name)
    return scope === 'queue' && names.length > 0 ? names.join(', ') : t(`quickReplies.scopes.${scope}`)
  }
  return [
    {
      key: 'shortcode',
      header: t('quickReplies.shortcode'),
      place: 'title',
      width: 200,
      cell: ({ shortcode }) => <Code fz="sm">/{shortcode}</Code>,
    },
    {
      key: 'message',
      header: t('quickReplies.message'),
      cell: ({ message, media }) => (
        <>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{beginningOf(message)}</bdi>
          </Text>
          {media && <ReplyFile media={media} />}
        </>
      ),
    },
    {
      key: 'scope',
      header: t('quickReplies.scope'),
      width: 180,
      cell: (reply) => <Text size="sm">{usersOf(reply)}</Text>,
    },
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: 110,
      align: 'right',
      cell: (reply) =>
        (reply.scope === 'user' || managesAll) && (
          <EditActions name={reply.shortcode} onEdit={() => onEdit(reply)} onDelete={() => onDelete(reply)} />
        ),
    },
  ]
}
