import type { FormErrors } from '@mantine/form'
import { formatDocument } from '@recado/shared/companies/document'
import { type CompanyRecord, companyInput } from '@recado/shared/companies/register/company-record'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import { cutText } from '@recado/shared/text'
import { validatedBy } from '../../ui/form.ts'

/** Values of the company form. An empty field holds ''. */
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

export const companyFormValues = (company: CompanyRecord | undefined): CompanyValues => ({
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

const validated = validatedBy(companyInput, 'form.fieldRequired', {
  document: { invalid: 'companies.form.documentInvalid' },
})

/** Validates by the contract's schema. Optional fields may be empty; the two handover fields go together. */
export function validateCompanyForm(values: CompanyValues): FormErrors {
  const { 'handoverFrom.companyId': handoverCompanyId, ...problems } = validated(contractOf(values))
  return handoverCompanyId ? { ...problems, handoverCompanyId } : problems
}

/** Empty texts are sent as null (part 2 §5). */
export const companyInputOf = (values: CompanyValues) => companyInput.parse(contractOf(values))

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
 * Formats a number during typing: (11) 98765-4321. A number that begins with + has a country code and stays as
 * typed.
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
