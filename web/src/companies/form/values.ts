import type { FormErrors } from '@mantine/form'
import { type CompanyRecord, companyInput } from '@recado/shared/companies/company-record'
import { formatDocument } from '@recado/shared/companies/document'
import { formatNumber } from '@recado/shared/contacts/phone-display'
import { cutText } from '@recado/shared/text'
import { validatedBy } from '../../ui/form.ts'

/** What the form of a company holds; what is not filled in is an empty text. */
export interface CompanyValues {
  name: string
  email: string
  phone: string
  document: string
  planId: string
  instanceId: string
  handoverInstanceId: string
  handoverCompanyId: string
  useType: CompanyRecord['useType']
  campaignsEnabled: boolean
  dueDate: string
  recurrence: CompanyRecord['recurrence']
  paymentMethod: string
  blockType: CompanyRecord['blockType']
}

export const valuesOf = (company: CompanyRecord | undefined): CompanyValues => ({
  name: company?.name ?? '',
  email: company?.email ?? '',
  phone: company?.phone ? formatNumber(company.phone) : '',
  document: company?.document ? formatDocument(company.document) : '',
  planId: company?.planId ?? '',
  instanceId: company?.instanceId ?? '',
  handoverInstanceId: company?.handoverFrom?.instanceId ?? '',
  handoverCompanyId: company?.handoverFrom?.companyId ?? '',
  useType: company?.useType ?? 'CLIENTE',
  campaignsEnabled: company?.campaignsEnabled ?? true,
  dueDate: company?.dueDate ?? '',
  recurrence: company?.recurrence ?? 'MENSAL',
  paymentMethod: company?.paymentMethod ?? '',
  blockType: company?.blockType ?? 'TEXT',
})

const validated = validatedBy(companyInput, 'form.required', {
  document: { invalid: 'companies.form.documentInvalid' },
})

/** What is wrong by the contract. Optional fields may be empty; the two fields of the handover go together. */
export function problemsOf(values: CompanyValues): FormErrors {
  const { 'handoverFrom.companyId': handoverCompanyId, ...problems } = validated(contractOf(values))
  return handoverCompanyId ? { ...problems, handoverCompanyId } : problems
}

/** Empty texts are sent as null (part 2 §5). */
export const sentOf = (values: CompanyValues) => companyInput.parse(contractOf(values))

function contractOf({ handoverInstanceId, handoverCompanyId, ...values }: CompanyValues) {
  const { phone, document, instanceId, dueDate, paymentMethod } = values
  const orNull = (text: string) => (text.trim() === '' ? null : text)
  return {
    ...values,
    phone: orNull(phone),
    document: orNull(document),
    instanceId: orNull(instanceId),
    dueDate: orNull(dueDate),
    paymentMethod: orNull(paymentMethod),
    handoverFrom: handoverInstanceId
      ? { instanceId: handoverInstanceId, companyId: handoverCompanyId.trim() }
      : null,
  }
}

/**
 * A number while it is typed: (11) 98765-4321. With a country code, which begins with +, it stays as it is typed.
 */
export function maskPhone(typed: string): string {
  if (/^\s*\+/.test(typed)) return typed
  const digits = cutText(typed.replace(/\D/g, ''), 11)
  if (digits.length < 3) return digits
  const [area, number] = [cutText(digits, 2), digits.slice(2)]
  const head = number.length > 8 ? 5 : 4
  const end = number.slice(head)
  return `(${area}) ${cutText(number, head)}${end && `-${end}`}`
}
