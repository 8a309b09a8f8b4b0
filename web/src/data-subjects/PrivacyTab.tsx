import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Erasure } from '@recado/shared/data-subjects/erasure'
import type { NamedSubject } from '@recado/shared/data-subjects/routes'
import { IconDownload, IconUserX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import type { TabProps } from '../settings/search.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { EmptyList } from '../ui/EmptyList.tsx'
import { toastInfo } from '../ui/toast.ts'
import { useErasureColumns } from './columns.tsx'
import { EraseDialog } from './EraseDialog.tsx'
import { LiftDialog } from './LiftDialog.tsx'
import { useDownloadData, useErasures } from './queries.ts'

/** Time to read that there is no data (ms): it is the answer to the data subject. */
const EMPTY_MS = 10_000

/** The rights of people whose data the company holds: access and erasure. */
export function PrivacyTab({ search: { number = '', lid }, onSearch }: TabProps) {
  const { t } = useTexts()
  const list = useErasures()
  const download = useDownloadData(() => toastInfo(t('privacy.file.empty'), 'no-data', EMPTY_MS))
  const [toErase, setToErase] = useState<NamedSubject>()
  const [toLift, setToLift] = useState<Erasure>()
  const columns = useErasureColumns({ onLift: setToLift })
  const form = useForm({
    initialValues: { number },
    validate: {
      number: (number) => (digitsOf(number).length < FEWEST_DIGITS ? t('privacy.noNumber') : null),
    },
  })
  const withPerson = (act: (person: NamedSubject) => void) => () => {
    if (lid) act({ lid })
    else if (!form.validate().hasErrors) act({ number: form.values.number })
  }
  const onErased = () => {
    form.reset()
    if (lid) onSearch({})
  }
  return (
    <Stack gap="lg">
      <Stack gap="xs" maw={640}>
        <Text>{t('privacy.text')}</Text>
        {lid ? (
          <TextInput label={t('privacy.lid')} description={t('privacy.lidHint')} value={lid} readOnly />
        ) : (
          <TextInput
            label={t('privacy.number')}
            description={t('contacts.numberHint')}
            type="tel"
            {...form.getInputProps('number')}
          />
        )}
        <Group>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={download.isPending}
            onClick={withPerson((person) => download.mutate(person))}
          >
            {t('privacy.download')}
          </Button>
          <Button
            color="red.8"
            leftSection={<IconUserX size={18} aria-hidden />}
            onClick={withPerson(setToErase)}
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
        empty={<EmptyList drawing="done" text={t('privacy.empty')} isFiltered={false} />}
      />
      {toErase !== undefined && (
        <EraseDialog person={toErase} onErased={onErased} onClose={() => setToErase(undefined)} />
      )}
      <LiftDialog erasure={toLift} onClose={() => setToLift(undefined)} />
    </Stack>
  )
}

const FEWEST_DIGITS = 8
const digitsOf = (text: string) => text.replace(/\D/g, '')
