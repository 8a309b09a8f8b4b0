import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ContactDetails, MergedContact } from '@recado/shared/contacts/contact'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { useNow } from '../../ui/use-now.ts'
import { useZone } from '../../zone/use-zone.ts'
import { ContactName, ContactNumber, contactTitle } from '../ContactName.tsx'
import { useUndoMerge } from '../queries.ts'

/** The contacts that were merged into this one, each with its way back. */
export function MergedContacts({ contact: { mergedFrom } }: { contact: ContactDetails }) {
  const { t } = useTexts()
  if (mergedFrom.length === 0) return null
  return (
    <Card withBorder component="section" aria-label={t('contactBook.merged.title')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('contactBook.merged.title')}
        </Title>
        {mergedFrom.map((merged) => (
          <Merged key={merged.mergeId} merged={merged} />
        ))}
      </Stack>
    </Card>
  )
}

function Merged({ merged: { mergeId, contact, at, userId, undoUntil } }: { merged: MergedContact }) {
  const { t } = useTexts()
  const zone = useZone()
  const now = useNow()
  const mayAdminister = useMay('drawer-admin-items:view')
  const { mutate: undo, isPending } = useUndoMerge()
  const moment = { at: formatDateTime(at, zone) }
  return (
    <Group justify="space-between" gap="xs">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          <ContactName contact={contact} />
        </Text>
        <Text size="sm">
          <ContactNumber contact={contact} />
        </Text>
        <Text size="xs" c="dimmed">
          {t(userId ? 'contactBook.merged.at' : 'contactBook.merged.byWhatsApp', moment)}
        </Text>
      </div>
      {mayAdminister && now < Date.parse(undoUntil) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          loading={isPending}
          aria-label={t('contactBook.merged.undo', { name: contactTitle(contact) })}
          onClick={() => undo(mergeId)}
        >
          {t('contactBook.merge.undo')}
        </Button>
      )}
    </Group>
  )
}
