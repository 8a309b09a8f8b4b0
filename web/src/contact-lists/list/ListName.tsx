import { Anchor, Badge, Group } from '@mantine/core'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConsentIcon } from '../consent/ConsentBadge.tsx'
import { contactsLink } from '../contacts-link.ts'

/** A list's name as a link to its contacts, with its running import or check and its consent. */
export function ListName({ contactList }: { contactList: ContactList }) {
  const { t } = useTexts()
  const { name, type, contactsCount, importId, checking, consent } = contactList
  return (
    <Group gap="xs">
      <Anchor
        size="sm"
        fw={600}
        c="var(--mantine-color-text)"
        renderRoot={(props) => <Link {...contactsLink(contactList)} {...props} />}
      >
        {name}
      </Anchor>
      {importId && (
        <Badge color="blue" variant="light" tt="none">
          {t('imports.running')}
        </Badge>
      )}
      {checking && (
        <Badge color="blue" variant="light" tt="none">
          {t('contactLists.check.running')}
        </Badge>
      )}
      {type === 'PRIVATE' && contactsCount > 0 && <ConsentIcon consent={consent} />}
    </Group>
  )
}
