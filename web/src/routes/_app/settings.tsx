import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../../settings/page/SettingsPage.tsx'
import { settingsSearch } from '../../settings/search.ts'
import { useSetSearch } from '../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/settings')({
  validateSearch: settingsSearch,
  component: Settings,
})

function Settings() {
  return <SettingsPage search={Route.useSearch()} onSearch={useSetSearch(Route)} />
}
