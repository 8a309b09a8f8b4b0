import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { IconDownload, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { MoreMenuItem } from '../../ui/MoreMenu.tsx'
import { RecordActions } from '../../ui/RecordActions.tsx'
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
  const others: MoreMenuItem[] = [
    { label: t('common.edit'), icon: IconPencil, onClick: onEdit },
    { label: t('common.delete'), icon: IconTrash, danger: true, onClick: onDelete },
  ]
  if (contactList.type === 'PRIVATE')
    others.unshift({
      label: t('exports.download'),
      icon: IconDownload,
      disabled: download.isPending,
      onClick: () => download.mutate(contactList.id),
    })
  return (
    <RecordActions
      name={contactList.name}
      first={{ label: t('contactLists.open'), icon: IconUsers, link: contactsLink(contactList) }}
      others={others}
    />
  )
}
