import { Alert, Stack, Text } from '@mantine/core'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useDeleteContactList } from '../queries.ts'
import { useCampaignsOf } from './use-campaigns-of.ts'

interface DeleteContactListProps {
  contactList: ContactList | undefined
  onClose: () => void
}

export function DeleteContactList({ contactList, onClose }: DeleteContactListProps) {
  const { t } = useTexts()
  const remove = useDeleteContactList()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!contactList || remove.isPending) return
    remove.mutate(contactList.id, {
      onSuccess: () => {
        toastSuccess(t('common.done'), `deleted-${contactList.id}`)
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={contactList !== undefined}
      title={t('contactLists.delete.title', { name: contactList?.name ?? '' })}
      action={t('contactLists.delete.action')}
      danger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={close}
    >
      {contactList && <WhatGoes contactList={contactList} />}
    </ConfirmDialog>
  )
}

/** What the deletion of a list removes, and the campaigns that need the list. */
function WhatGoes({ contactList: { id, type, contactsCount } }: { contactList: ContactList }) {
  const { t } = useTexts()
  const campaigns = useCampaignsOf(id)
  return (
    <Stack gap="sm">
      <Text>{t('contactLists.delete.text', { count: contactsCount })}</Text>
      {type === 'GROUP' && <Text>{t('groupLists.deleted')}</Text>}
      {campaigns.length > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} py="xs">
          {t('contactLists.delete.campaigns', {
            count: campaigns.length,
            names: campaigns.map(({ name }) => name).join(', '),
          })}
        </Alert>
      )}
    </Stack>
  )
}
