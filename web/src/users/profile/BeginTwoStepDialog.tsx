import { Alert, Button, Center, Group, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { QRCodeSVG } from 'qrcode.react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { CopyField } from '../../ui/CopyField.tsx'
import { SecretDialog } from '../../ui/SecretDialog.tsx'
import { textOf } from '../../ui/toast.ts'
import { useBeginTotp, useConfirmTotp } from '../queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './TwoStep.module.css'

/** Shows the secret for the authenticator, and switches two-step sign-in on by a correct code and the password. */
export function BeginTwoStepDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const { mutate: begin, data, error } = useBeginTotp()
  const confirm = useConfirmTotp()
  const [code, setCode] = useState('')
  const [currentPassword, setCurrentPassword] = useState('')
  useEffect(() => begin(), [begin])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React would also submit the form that opened this dialog.
    event.stopPropagation()
    if (confirm.isPending || code.trim() === '' || currentPassword === '') return
    confirm.mutate({ code: code.trim(), currentPassword })
  }
  const problem = error ?? confirm.error
  return (
    <SecretDialog
      title={t('profile.twoStep.begin')}
      isShown={confirm.data !== undefined}
      isBusy={confirm.isPending}
      onClose={onClose}
    >
      {confirm.data ? (
        <RecoveryCodes codes={confirm.data.recoveryCodes} onClose={onClose} />
      ) : (
        <form noValidate onSubmit={submit}>
          <Stack>
            <Text size="sm">{t('profile.twoStep.scan')}</Text>
            <Center className={classes.paper}>
              {data ? (
                <QRCodeSVG
                  value={data.uri}
                  size={200}
                  marginSize={0}
                  role="img"
                  aria-label={t('profile.twoStep.qr')}
                />
              ) : (
                <Skeleton width={200} height={200} />
              )}
            </Center>
            <CopyField label={t('profile.twoStep.secret')} value={data?.secret ?? ''} />
            {problem && (
              <Alert color="red" role="alert">
                {textOf(problem)}
              </Alert>
            )}
            <TextInput
              label={t('session.code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              data-autofocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <PasswordInput
              label={t('users.currentPassword')}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
              value={currentPassword}
              onChange={(event) => setCurrentPassword(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} disabled={confirm.isPending}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" loading={confirm.isPending} disabled={!data}>
                {t('profile.twoStep.confirm')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </SecretDialog>
  )
}
