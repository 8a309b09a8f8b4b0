import { LOCALES } from '../../i18n/index.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useColleagues } from './colleagues.ts'
import { useIsCustomerTyping } from './customers.ts'

/** The customer and the colleagues who type in a ticket or look at it at this moment, in words; '' without any. */
export function useColleagueWords(ticketId: string): string {
  const { t, language } = useTexts()
  const colleagues = useColleagues(ticketId)
  const isCustomerTyping = useIsCustomerTyping(ticketId)
  const namesOf = (state: 'viewing' | 'typing') => {
    const names = colleagues.filter((one) => one.state === state).map(({ name }) => name)
    return { names: new Intl.ListFormat(LOCALES[language]).format(names), count: names.length }
  }
  const [typing, viewing] = [namesOf('typing'), namesOf('viewing')]
  return [
    ...(isCustomerTyping ? [t('tickets.presence.customer')] : []),
    ...(typing.count > 0 ? [t('tickets.presence.typing', { names: typing.names })] : []),
    ...(viewing.count > 0 ? [t('tickets.presence.viewing', viewing)] : []),
  ].join(' · ')
}
