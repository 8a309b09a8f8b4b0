import { List, Stack, Text, TextInput } from '@mantine/core'
import type { NamedSubject } from '@recado/shared/data-subjects/routes'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toastSuccess } from '../ui/toast.ts'
import { useErase } from './queries.ts'

interface EraseDialogProps {
  /** The number as the user typed it, or the LID. */
  person: NamedSubject
  onErased: () => void
  onClose: () => void
}

/** Asks the user to type the end of the number again, because an erasure cannot be undone. */
export function EraseDialog({ person, onErased, onClose }: EraseDialogProps) {
  const { t } = useTexts()
  const erase = useErase()
  const [typed, setTyped] = useState('')
  const number = person.number ?? person.lid ?? ''
  const confirm = () => {
    if (erase.isPending) return
    erase.mutate(person, {
      onSuccess: ({ id }) => {
        toastSuccess(t('privacy.erase.begun'), `erasing-${id}`)
        onErased()
        onClose()
      },
    })
  }
  return (
    <ConfirmDialog
      opened
      title={t('privacy.erase.title', { number })}
      action={t('privacy.erase.action')}
      danger
      isBusy={erase.isPending}
      isDisabled={typed !== lastDigitsOf(number)}
      error={erase.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>{t('privacy.erase.text')}</Text>
        <List size="sm" spacing={4}>
          <List.Item>{t('privacy.erase.what')}</List.Item>
          <List.Item>{t('privacy.erase.reports')}</List.Item>
          <List.Item>{t('privacy.erase.blocked')}</List.Item>
          <List.Item>{t('privacy.erase.groups')}</List.Item>
          <List.Item>{t('privacy.erase.files')}</List.Item>
        </List>
        <TextInput
          label={t('privacy.erase.confirm')}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value.trim())}
        />
      </Stack>
    </ConfirmDialog>
  )
}

const lastDigitsOf = (number: string) => number.replace(/\D/g, '').slice(-4)
