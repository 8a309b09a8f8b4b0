import { Accordion, AspectRatio, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Help } from '@recado/shared/helps/help'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { EmptyList } from '../ui/EmptyList.tsx'
import { ListProblem } from '../ui/ListProblem.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import classes from './helps.module.css'
import { helpsQuery } from './queries.ts'
import { WrittenHelp } from './WrittenHelp.tsx'

/** The written help, and the operator's videos. */
export function HelpsPage() {
  const { t } = useTexts()
  return (
    <>
      <PageHeader title={t('helps.title')} />
      <Stack gap="xl" maw={960}>
        <WrittenHelp />
        <Stack component="section" gap="sm" aria-labelledby="videos">
          <Title order={2} id="videos" size="h4">
            {t('helps.videos')}
          </Title>
          <Videos />
        </Stack>
      </Stack>
    </>
  )
}

/** One video is open at a time. */
function Videos() {
  const { t } = useTexts()
  const [opened, setOpened] = useState<string | null>(null)
  const { data, error, refetch, isFetching } = useQuery(helpsQuery)
  if (!data) {
    if (!error) return <Skeleton height={160} aria-busy />
    return <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />
  }
  if (data.length === 0) return <EmptyList drawing="map" text={t('helps.empty')} isFiltered={false} />
  return (
    <Accordion
      variant="separated"
      classNames={{ item: classes.item }}
      value={opened}
      onChange={setOpened}
      order={3}
    >
      {data.map((help) => (
        <Accordion.Item key={help.id} value={help.id}>
          <Accordion.Control>{help.title}</Accordion.Control>
          <Accordion.Panel>
            {/* The video's site is contacted only when the user opens the video. */}
            {opened === help.id && <Video help={help} />}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

function Video({ help: { title, video, description } }: { help: Help }) {
  return (
    <Stack gap="sm">
      {description && <Text size="sm">{description}</Text>}
      <AspectRatio ratio={16 / 9}>
        <iframe
          src={`https://www.youtube-nocookie.com/embed/${video}`}
          title={title}
          allow="fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          style={{ border: 0, borderRadius: 'var(--mantine-radius-md)' }}
        />
      </AspectRatio>
    </Stack>
  )
}
