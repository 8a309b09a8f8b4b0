import { settingRoutes } from '@recado/shared/settings/routes'
import { serve } from '../serve/serve.ts'
import * as settings from './settings.ts'

export const handler = serve('settings', settingRoutes, {
  listSettings: (_, actor) => settings.list(actor),
  saveSetting: ({ settingKey, value }, actor) => settings.save(actor, settingKey, value),
})
