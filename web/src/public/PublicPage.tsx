import { Center, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { LookAndLanguage } from './LookAndLanguage.tsx'
import classes from './PublicPage.module.css'
import { Stamp } from './Stamp.tsx'

interface PublicPageProps {
  /** The page's title, for the browser's tab. */
  title: string
  /** Whether the page shows the title too. */
  showsTitle?: boolean
  children: ReactNode
}

/** The frame of the pages before the login: the product's name and one form. */
export function PublicPage({ title, showsTitle = false, children }: PublicPageProps) {
  const { t } = useTexts()
  useDocumentTitle(title)
  return (
    <main className={classes.page}>
      <LookAndLanguage />
      <Center className={classes.middle} p="md">
        <div className={classes.note}>
          <Stamp />
          <Stack gap={4} mb="lg" className={classes.head}>
            <Title order={1}>Recado</Title>
            <Text size="sm" c="dimmed">
              {t('session.tagline')}
            </Text>
          </Stack>
          {showsTitle && (
            <Title order={2} size="h3" mb="md">
              {title}
            </Title>
          )}
          {children}
        </div>
      </Center>
    </main>
  )
}
