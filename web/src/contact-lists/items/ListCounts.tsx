import { Button, Group, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { IconListCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { CheckDialog } from '../check/CheckDialog.tsx'
import { ConsentBadge } from '../consent/ConsentBadge.tsx'
import classes from './ListCounts.module.css'

const COUNTS = ['contactsCount', 'valids', 'invalids', 'unknowns'] as const

/** The number of contacts, and of valid, invalid and unknown numbers. The last three add up to the first. */
export function ListCounts({ contactList }: { contactList: ContactList | undefined }) {
  const { t } = useTexts()
  const format = useNumbers()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Paper withBorder p="sm" mb="md">
      <Group justify="space-between" gap="sm">
        <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="lg" component="dl" m={0} className={classes.counts}>
          {COUNTS.map((count) => (
            <div key={count}>
              <Text component="dt" size="sm" c="dimmed">
                {t(`contacts.counts.${count}`)}
              </Text>
              <Text component="dd" m={0} size="lg" fw={600} className="figures">
                {contactList ? format(contactList[count]) : <Skeleton height={26} width={40} />}
              </Text>
            </div>
          ))}
        </SimpleGrid>
        <Group gap="sm" className={classes.beside}>
          {contactList && contactList.contactsCount > 0 && <ConsentBadge consent={contactList.consent} />}
          {contactList && askable(contactList) > 0 && !contactList.checking && (
            <Button
              variant="default"
              leftSection={<IconListCheck size={18} aria-hidden />}
              onClick={() => setIsAsking(true)}
            >
              {t('contactLists.check.action')}
            </Button>
          )}
        </Group>
      </Group>
      {contactList && (
        <CheckDialog
          contactListId={contactList.id}
          unknowns={askable(contactList)}
          opened={isAsking}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Paper>
  )
}

/** Unknown numbers that can be checked. Group members without a number cannot. */
const askable = ({ unknowns, group }: ContactList) => unknowns - (group?.unknownNumbers ?? 0)
