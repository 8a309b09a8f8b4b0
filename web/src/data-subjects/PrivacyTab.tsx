import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Erasure } from '@recado/shared/data-subjects/erasure'
import { IconDownload, IconUserX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import type { TabProps } from '../settings/search.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { EmptyList } from '../ui/EmptyList.tsx'
import { useErasureColumns } from './columns.tsx'
import { EraseDialog } from './EraseDialog.tsx'
import { LiftDialog } from './LiftDialog.tsx'
import { useDownloadData, useErasures } from './queries.ts'

/** The rights of people whose data the company holds: access and erasure. */
export function PrivacyTab({ search: { number = '' } }: TabProps) {
  const { t } = useTexts()
  const list = useErasures()
  const download = useDownloadData()
  const [toErase, setToErase] = useState<string>()
  const [toLift, setToLift] = useState<Erasure>()
  const columns = useErasureColumns({ onLift: setToLift })
  const form = useForm({
    initialValues: { number },
    validate: {
      number: (number) => (digitsOf(number).length < FEWEST_DIGITS ? t('privacy.noNumber') : null),
    },
  })
  const withNumber = (act: (number: string) => void) => () => {
    if (!form.validate().hasErrors) act(form.values.number)
  }
  return (
    <Stack gap="lg">
      <Stack gap="xs" maw={640}>
        <Text>{t('privacy.text')}</Text>
        <TextInput
          label={t('privacy.number')}
          description={t('contacts.numberHint')}
          type="tel"
          {...form.getInputProps('number')}
        />
        <Group>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={download.isPending}
            onClick={withNumber((number) => download.mutate(number))}
          >
            {t('privacy.download')}
          </Button>
          <Button
            color="red.8"
            leftSection={<IconUserX size={18} aria-hidden />}
            onClick={withNumber(setToErase)}
          >
            {t('privacy.erase.action')}
          </Button>
        </Group>
      </Stack>
      <Title order={2} size="h4">
        {t('privacy.erasures')}
      </Title>
      <DataTable
        label={t('privacy.erasures')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyList icon={IconUserX} text={t('privacy.empty')} isFiltered={false} />}
      />
      {toErase !== undefined && (
        <EraseDialog number={toErase} onErased={() => form.reset()} onClose={() => setToErase(undefined)} />
      )}
      <LiftDialog erasure={toLift} onClose={() => setToLift(undefined)} />
    </Stack>
  )
}

const FEWEST_DIGITS = 8
const digitsOf = (text: string) => text.replace(/\D/g, '')
