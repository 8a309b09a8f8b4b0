import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'
import { useColleagues } from '../use-colleagues.ts'

/** The colleagues of a room, besides the user. */
export function UsersField(props: Omit<MultiSelectProps, 'data'>) {
  const { t } = useTexts()
  const colleagues = useColleagues() ?? []
  return (
    <MultiSelect
      label={t('chats.room.users')}
      data={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      hidePickedOptions
      clearSearchOnChange
      nothingFoundMessage={t('common.nothingMatches')}
      {...props}
    />
  )
}
