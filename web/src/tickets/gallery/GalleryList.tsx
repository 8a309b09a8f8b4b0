import { Skeleton, Text } from '@mantine/core'
import type { GalleryKind } from '@recado/shared/messages/gallery'
import { useTexts } from '../../i18n/use-texts.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { MediaViewerProvider } from '../media/conversation-media.tsx'
import { useGallery } from '../queries.ts'
import { GalleryItem } from './GalleryItem.tsx'
import classes from './gallery.module.css'

interface GalleryListProps {
  ticketId: string
  kind: GalleryKind
}

/** The messages of one kind, newest first. A page of the server may be empty although older ones have some. */
export function GalleryList({ ticketId, kind }: GalleryListProps) {
  const { t } = useTexts()
  const list = useGallery(ticketId, kind)
  const { records, isPending, error } = list
  if (isPending) return <Skeleton height={80} aria-label={t('common.loading')} />
  if (error && records.length === 0)
    return <ListProblem error={error} onRetry={list.refetch} isRetrying={list.isFetching} />
  return (
    <>
      {records.length === 0 && !list.hasNextPage && (
        <Text size="sm" c="dimmed">
          {t(`tickets.gallery.empty.${kind}`)}
        </Text>
      )}
      {records.length > 0 && (
        // Like a list's page, the viewer goes from old to new.
        <MediaViewerProvider ticketId={ticketId} messages={records.toReversed()}>
          <ul className={kind === 'media' ? classes.grid : classes.list}>
            {records.map((message) => (
              <GalleryItem key={message.id} message={message} kind={kind} />
            ))}
          </ul>
        </MediaViewerProvider>
      )}
      <LoadMore list={list} />
    </>
  )
}
