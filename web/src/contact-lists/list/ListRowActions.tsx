import { Group } from '@mantine/core'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { IconDownload, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { RowAction } from '../../ui/RowAction.tsx'
import { contactsLink } from '../contacts-link.ts'
import { useListDownload } from '../queries.ts'

interface ListRowActionsProps {
  contactList: ContactList
  onEdit: () => void
  onDelete: () => void
}

export function ListRowActions({ contactList, onEdit, onDelete }: ListRowActionsProps) {
  const { t } = useTexts()
  const download = useListDownload()
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {contactList.type === 'PRIVATE' && (
        <RowAction
          label={t('exports.download')}
          icon={IconDownload}
          loading={download.isPending}
          onClick={() => download.mutate(contactList.id)}
        />
      )}
      <RowAction label={t('contactLists.open')} icon={IconUsers} link={contactsLink(contactList)} />
      <RowAction label={t('common.edit')} icon={IconPencil} onClick={onEdit} />
      <RowAction label={t('common.delete')} icon={IconTrash} danger onClick={onDelete} />
    </Group>
  )
}
