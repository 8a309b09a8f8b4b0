// Mantine's styles stand in a layer: those of the app win, in whatever order the files are loaded.
import '@mantine/core/styles.layer.css'
import '@mantine/dates/styles.layer.css'
import '@mantine/dropzone/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import './ui/theme/typeface.css'
import './global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { keepSessionFresh } from './api/session.ts'
import { startTexts } from './i18n/index.ts'
import { router } from './router.tsx'
import { followSession } from './session/follow-session.ts'
import { noticeMissingParts } from './shell/release/release.ts'
import { colorSchemeManager, theme } from './ui/theme/theme.ts'
import { variables } from './ui/theme/variables.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

await startTexts()
keepSessionFresh()
noticeMissingParts()
followSession(router, queryClient)

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>
  </StrictMode>,
)
