import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../api/query-client.ts'
import { colorSchemeManager, theme } from '../ui/theme/theme.ts'
import { variables } from '../ui/theme/variables.ts'

/** What every page stands in: theme and the cache of answers. */
export const Frame = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  </QueryClientProvider>
)
