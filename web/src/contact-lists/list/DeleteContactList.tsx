import { Alert, Stack, Text } from '@mantine/core'
import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
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

/** Asks before a list is deleted. While campaigns need it, it says which, and cannot be deleted. */
export function DeleteContactList({ contactList, onClose }: DeleteContactListProps) {
  const { t } = useTexts()
  const remove = useDeleteContactList()
  const campaigns = useCampaignsOf(contactList?.id)
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
      isDisabled={campaigns.length > 0}
      error={remove.error}
      onConfirm={confirm}
      onClose={close}
    >
      {contactList && <WhatGoes contactList={contactList} campaigns={campaigns} />}
    </ConfirmDialog>
  )
}

interface WhatGoesProps {
  contactList: ContactList
  /** The campaigns that need the list. */
  campaigns: readonly Campaign[]
}

/** What the deletion of a list removes, and the campaigns that prevent it. */
function WhatGoes({ contactList: { type, contactsCount }, campaigns }: WhatGoesProps) {
  const { t } = useTexts()
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
