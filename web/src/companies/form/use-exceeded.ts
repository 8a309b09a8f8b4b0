import { ApiError } from '@recado/shared/http/api-error'
import { useTexts } from '../../i18n/use-texts.ts'

const LIMITS = ['users', 'connections', 'queues'] as const

/** The limits of a plan that a company exceeds, in words; undefined for another error. */
export function useExceeded(): (error: unknown) => string | undefined {
  const { t } = useTexts()
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== 'ERR_PLAN_LIMIT') return undefined
    const what = LIMITS.filter((limit) => error.details.some(({ path }) => path === limit))
    return t('companies.form.exceeds', {
      what: what.map((limit) => t(`companies.limits.${limit}`)).join(', '),
    })
  }
}
