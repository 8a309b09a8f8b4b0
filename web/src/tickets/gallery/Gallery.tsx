import { Button, Card, Collapse, SegmentedControl, Stack, Title } from '@mantine/core'
import type { GalleryKind } from '@recado/shared/messages/gallery'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { later } from '../../ui/later.tsx'
import classes from './gallery.module.css'

// Most tickets are read with their sections closed.
const GalleryList = later(async () => (await import('./GalleryList.tsx')).GalleryList)

const FILE_KINDS = ['media', 'files', 'links'] as const

/** Pictures and videos, files and links of a ticket's conversation. They are loaded when the section is opened. */
export function Gallery({ ticketId }: { ticketId: string }) {
  const { t } = useTexts()
  const [kind, setKind] = useState<(typeof FILE_KINDS)[number]>('media')
  return (
    <Section title={t('tickets.gallery.title')}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('tickets.gallery.kind')}
        value={kind}
        onChange={setKind}
        data={FILE_KINDS.map((value) => ({ value, label: t(`tickets.gallery.kinds.${value}`) }))}
      />
      <GalleryList key={kind} ticketId={ticketId} kind={kind} />
    </Section>
  )
}

/** The messages of campaigns in a ticket's conversation. */
export function CampaignsReceived({ ticketId }: { ticketId: string }) {
  const { t } = useTexts()
  const kind: GalleryKind = 'campaigns'
  return (
    <Section title={t('tickets.gallery.campaigns')}>
      <GalleryList ticketId={ticketId} kind={kind} />
    </Section>
  )
}

/** A section of the panel that is closed at first. */
function Section({ title, children }: { title: string; children: React.ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const Sign = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Card withBorder component="section" aria-label={title} p="sm">
      <Title order={2} size="h5">
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          className={classes.opener}
          rightSection={<Sign size={16} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {title}
        </Button>
      </Title>
      <Collapse expanded={isOpen} id={id}>
        {isOpen && (
          <Stack gap="sm" pt="sm">
            {children}
          </Stack>
        )}
      </Collapse>
    </Card>
  )
}
