import { Text } from '@mantine/core'
import type { Help } from '@recado/shared/helps/help'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../i18n/use-texts.ts'
import { PlatformList } from '../settings/PlatformList.tsx'
import type { TabProps } from '../settings/search.ts'
import type { Column } from '../ui/DataTable.tsx'
import { DeleteHelp } from './DeleteHelp.tsx'
import { HelpDialog } from './HelpDialog.tsx'
import { helpsQuery } from './queries.ts'

/** For operators: the videos of the help page. */
export function HelpsTab(props: TabProps) {
  const { t } = useTexts()
  return (
    <PlatformList
      {...props}
      label={t('administration.tab.helps')}
      drawing="map"
      empty={t('helps.manageEmpty')}
      action={t('helps.new')}
      list={useQuery(helpsQuery)}
      columns={useHelpColumns()}
      nameOf={({ title }) => title}
      form={(help, close) => <HelpDialog key={help?.id} help={help} onClose={close} />}
      question={(help, close) => <DeleteHelp help={help} onClose={close} />}
    />
  )
}

function useHelpColumns(): Column<Help>[] {
  const { t } = useTexts()
  return [
    {
      key: 'title',
      header: t('helps.name'),
      place: 'title',
      cell: ({ title }) => (
        <Text size="sm" fw={600}>
          {title}
        </Text>
      ),
    },
    {
      key: 'video',
      header: t('helps.video'),
      width: 160,
      cell: ({ video }) => (
        <Text size="sm" ff="monospace">
          {video}
        </Text>
      ),
    },
    {
      key: 'description',
      header: t('helps.description'),
      minTableWidth: 700,
      isEmpty: ({ description }) => !description,
      cell: ({ description }) => (
        <Text size="sm" lineClamp={2}>
          {description}
        </Text>
      ),
    },
  ]
}
