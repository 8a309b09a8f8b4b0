import { Alert, Button, Group, Loader, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Connection } from '@recado/shared/connections/connection'
import { connectionRoutes } from '@recado/shared/connections/routes'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { focusFirstError, showRefusals, validatedBy } from '../../ui/form.ts'
import { required } from '../../ui/required.ts'
import { usePairingCode } from '../queries.ts'
import { useReason } from '../use-reason.ts'
import { hasEnded, LinkingEnd } from './LinkingEnd.tsx'
import { PairingCode } from './PairingCode.tsx'
import { Steps } from './Steps.tsx'

interface LinkByCodeProps {
  connection: Connection | undefined
  whatsappId: string
  onDecideNumber: () => void
}

/** Error codes about the number. */
const FIELD_OF_CODE = { ERR_WAPP_INVALID_CONTACT: 'number', ERR_WAPP_OTHER_NUMBER: 'number' }

/** Links a number by a code that WhatsApp gives and the user types on the phone. */
export function LinkByCode({ connection, whatsappId, onDecideNumber }: LinkByCodeProps) {
  const { t } = useTexts()
  const pairing = usePairingCode(whatsappId)
  const ended = useReason(connection)
  const form = useForm({
    initialValues: { number: '' },
    validate: validatedBy(connectionRoutes.requestPairingCode.body, 'form.fieldRequired'),
  })
  const ask = (number: string) => {
    if (pairing.isPending) return
    pairing.mutate(number, {
      onError: (error) => showRefusals(form, error, FIELD_OF_CODE),
    })
  }
  const given = pairing.data
  if (given && connection && hasEnded(connection)) {
    return (
      <LinkingEnd
        connection={connection}
        action={t('connections.actions.newCode')}
        isBusy={pairing.isPending}
        onAgain={() => ask(given.number)}
        onDecideNumber={onDecideNumber}
      />
    )
  }
  if (given) {
    return (
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Stack>
          <PairingCode code={given.code} number={given.number} />
          {/* Typing takes any time, so there is no hint that it is slow. */}
          <Group gap="xs" justify="center" wrap="nowrap" role="status">
            <Loader size="xs" />
            <Text size="sm">{t('connections.link.waiting')}</Text>
          </Group>
          <Group gap="xs" justify="center">
            <Button size="xs" variant="default" loading={pairing.isPending} onClick={() => ask(given.number)}>
              {t('connections.actions.newCode')}
            </Button>
            <Button size="xs" variant="default" onClick={() => pairing.reset()}>
              {t('connections.link.otherNumber')}
            </Button>
          </Group>
        </Stack>
        <Steps
          steps={[
            t('connections.link.codeStep1'),
            t('connections.link.codeStep2'),
            t('connections.link.codeStep3'),
            t('connections.link.codeStep4'),
            t('connections.link.codeStep5'),
          ]}
        />
      </SimpleGrid>
    )
  }
  const reason = connection && hasEnded(connection) ? connection.statusReason : null
  return (
    <form noValidate onSubmit={form.onSubmit(({ number }) => ask(number), focusFirstError)}>
      <Stack>
        <FormProblem form={form} error={pairing.error} />
        {reason === 'OTHER_NUMBER' ? (
          <Alert color="orange" title={t('connections.reasons.OTHER_NUMBER')}>
            <Group>
              <Button size="xs" onClick={onDecideNumber}>
                {t('connections.actions.decide')}
              </Button>
            </Group>
          </Alert>
        ) : (
          reason && (
            <Text size="sm" c="dimmed">
              {ended}
            </Text>
          )
        )}
        <TextInput
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          label={t('connections.link.number')}
          description={t('connections.link.numberHint')}
          {...required}
          data-autofocus
          {...form.getInputProps('number')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={pairing.isPending}>
            {t('connections.link.getCode')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
