import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { textOf, toastSuccess } from '../../ui/toast.ts'
import { useEndTotp } from '../queries.ts'

/** Switches two-step sign-in off. It asks for the password. */
export function EndTwoStepDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const end = useEndTotp()
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React would also submit the form that opened this dialog.
    event.stopPropagation()
    if (end.isPending || password === '') return
    end.mutate(password, {
      onSuccess: () => {
        toastSuccess(t('common.done'), 'two-step-off')
        onClose()
      },
    })
  }
  return (
    <Dialog opened isBusy={end.isPending} onClose={onClose} title={t('profile.twoStep.end')}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <Text size="sm">{t('profile.twoStep.endText')}</Text>
          {end.error && (
            <Alert color="red" role="alert">
              {textOf(end.error)}
            </Alert>
          )}
          <PasswordInput
            label={t('users.currentPassword')}
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={end.isPending}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color="red.8" loading={end.isPending}>
              {t('profile.twoStep.end')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
