import { useLocalStorage } from '@mantine/hooks'
import { signatureOf } from '@recado/shared/tickets/answering/signature'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../session/use-session.ts'
import { settingsQuery } from '../../settings/options/queries.ts'

/** Whether answers begin with the user's name, where the company leaves that to its attendants. */
export interface Signature {
  /** The name that stands above the words. */
  name: string
  isOffered: boolean
  isOn: boolean
  toggle: () => void
}

/** The user's choice is kept in this browser, for each user. */
export function useSignature(): Signature {
  const { id, name } = useUser()
  const { data: settings } = useQuery(settingsQuery)
  const isOffered = settings?.get('signMessages') === 'choice'
  const [isChosen, setIsChosen] = useLocalStorage({
    key: `recado.sign.${id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const toggle = () => setIsChosen(!isChosen)
  return { name: signatureOf(name), isOffered, isOn: isOffered && isChosen, toggle }
}
