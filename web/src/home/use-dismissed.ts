import { useLocalStorage } from '@mantine/hooks'
import { useUser } from '../session/use-session.ts'

/** Whether a user dismissed or finished the first steps of a company. This browser remembers it. */
export function useDismissed(): [isDismissed: boolean, dismiss: () => void] {
  const { id, companyId } = useUser()
  const [isDismissed, setIsDismissed] = useLocalStorage({
    key: `recado.firstSteps.${companyId}.${id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return [isDismissed, () => setIsDismissed(true)]
}
