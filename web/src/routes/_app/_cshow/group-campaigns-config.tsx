import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../../../campaigns/settings/SettingsPage.tsx'

export const Route = createFileRoute('/_app/_cshow/group-campaigns-config')({ component: SettingsPage })
