import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../../settings/page/SettingsPage.tsx'
import { settingsSearch } from '../../settings/search.ts'

export const Route = createFileRoute('/_app/settings')({
  validateSearch: settingsSearch,
  component: Settings,
})

function Settings() {
  const navigate = Route.useNavigate()
  return (
    <SettingsPage
      search={Route.useSearch()}
      onSearch={(next) => navigate({ search: next, resetScroll: false })}
    />
  )
}
