import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { IntegrationKind } from '@recado/shared/integration/kind'
import i18next from 'i18next'
import { useTexts } from '../i18n/use-texts.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { focusFirstError, showRefusals } from '../ui/form.ts'
import { required } from '../ui/required.ts'
import { toastSuccess } from '../ui/toast.ts'
import { useSaveIntegration } from './queries.ts'

/** Error codes about the token. */
const FIELD_OF_CODE = { ERR_INTEGRATION_TOKEN: 'token' }

/** Asks for the token of the company's account on the platform, and checks it there at once. */
export function ConnectDialog({ kind, onClose }: { kind: IntegrationKind; onClose: () => void }) {
  const { t } = useTexts()
  const save = useSaveIntegration()
  const form = useForm({
    initialValues: { token: '' },
    validate: { token: (token) => (token.trim() ? null : i18next.t('integration.connect.required')) },
  })
  const submit = form.onSubmit(({ token }) => {
    if (save.isPending) return
    save.mutate(
      { type: kind, token: token.trim(), status: 'ENABLED' },
      {
        onSuccess: () => {
          toastSuccess(t('integration.connect.done'), 'integration')
          onClose()
        },
        onError: (error) => showRefusals(form, error, FIELD_OF_CODE),
      },
    )
  }, focusFirstError)
  return (
    <FormDialog
      title={t('integration.connect.title', { platform: t(`integration.kinds.${kind}`) })}
      action={t('integration.connect.action')}
      form={form}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <PasswordInput
        label={t('integration.connect.token')}
        description={t(`integration.connect.whereOf.${kind}`)}
        {...required}
        autoComplete="off"
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': t('integration.connect.show') }}
        {...form.getInputProps('token')}
      />
    </FormDialog>
  )
}
