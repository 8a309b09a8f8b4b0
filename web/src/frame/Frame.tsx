import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../api/query-client.ts'
import { colorSchemeManager, theme } from '../ui/theme/theme.ts'
import { variables } from '../ui/theme/variables.ts'
import { TOAST_MS } from '../ui/toast.ts'

/** What every page stands in: theme, toasts and the cache of answers. */
export const Frame = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <Notifications position="bottom-right" autoClose={TOAST_MS} limit={4} />
      {children}
    </MantineProvider>
  </QueryClientProvider>
)
