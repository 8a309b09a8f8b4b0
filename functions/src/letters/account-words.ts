import type { Language } from '@recado/shared/language'
import type { WhyPasswordLink } from '@recado/shared/sessions/session'

/** Words of a mail: a few sentences around one link. */
export interface LetterWords {
  subject: string
  before: string[]
  /** The link's text. */
  action: string
  after: string[]
}

/** What an operator of the platform did to a company's users. */
export type OperatorDeed = 'created' | 'changed' | 'invited'

interface Deed {
  operator: string
  deed: OperatorDeed
  company: string
  /** Whose account it is; '' for an invitation by link. */
  user: string
}

/** Words of the mails about accounts: links to choose a password, invitations, and what an operator did. */
interface AccountWords {
  password: Record<WhyPasswordLink, LetterWords>
  invitation(company: string, days: number): LetterWords
  operatorDeed(deed: Deed): LetterWords
}

/** A sentence about a user, who may be unknown. */
const about = (sentence: string, user: string): string => `${sentence}${user && `: ${user}`}.`

const DEEDS: Record<Language, Record<OperatorDeed, { subject: string; text: string }>> = {
  pt: {
    created: { subject: 'criou um usuário', text: 'criou um usuário' },
    changed: { subject: 'alterou um usuário', text: 'alterou os dados de um usuário' },
    invited: { subject: 'criou um convite', text: 'criou um convite para um novo usuário' },
  },
  en: {
    created: { subject: 'created a user', text: 'created a user' },
    changed: { subject: 'changed a user', text: 'changed a user’s data' },
    invited: { subject: 'created an invitation', text: 'created an invitation for a new user' },
  },
  es: {
    created: { subject: 'creó un usuario', text: 'creó un usuario' },
    changed: { subject: 'modificó un usuario', text: 'modificó los datos de un usuario' },
    invited: { subject: 'creó una invitación', text: 'creó una invitación para un nuevo usuario' },
  },
}

export const ACCOUNT_WORDS: Record<Language, AccountWords> = {
  pt: {
    password: {
      forgotten: {
        subject: 'Recado: escolha uma nova senha',
        before: ['Recebemos um pedido para trocar a senha da sua conta no Recado.'],
        action: 'Escolher nova senha',
        after: [
          'O link vale por 1 hora e pode ser usado uma única vez.',
          'Se você não fez este pedido, ignore este e-mail: sua senha continua a mesma.',
        ],
      },
      access: {
        subject: 'Recado: seu acesso',
        before: ['Sua conta no Recado está pronta. Escolha uma senha para entrar.'],
        action: 'Escolher senha',
        after: [
          'O link vale por 24 horas e pode ser usado uma única vez.',
          'Depois disso, peça outro em “Esqueci minha senha”.',
        ],
      },
    },
    invitation: (company, days) => ({
      subject: `Recado: convite de ${company}`,
      before: [`${company} convidou você para usar o Recado.`],
      action: 'Criar minha conta',
      after: [`O convite vale por ${days} dias e pode ser usado uma única vez.`],
    }),
    operatorDeed: ({ operator, deed, company, user }) => ({
      subject: `Recado: a plataforma ${DEEDS.pt[deed].subject} em ${company}`,
      before: [about(`${operator}, da plataforma, ${DEEDS.pt[deed].text} em ${company}`, user)],
      action: 'Ver usuários',
      after: ['Se ninguém da sua empresa pediu isto, fale com a plataforma. A ação está na auditoria.'],
    }),
  },
  en: {
    password: {
      forgotten: {
        subject: 'Recado: choose a new password',
        before: ['We received a request to change the password of your Recado account.'],
        action: 'Choose a new password',
        after: [
          'The link is valid for 1 hour and can be used once.',
          'If you did not make this request, ignore this e-mail: your password stays the same.',
        ],
      },
      access: {
        subject: 'Recado: your access',
        before: ['Your Recado account is ready. Choose a password to sign in.'],
        action: 'Choose a password',
        after: [
          'The link is valid for 24 hours and can be used once.',
          'After that, request another one under “I forgot my password”.',
        ],
      },
    },
    invitation: (company, days) => ({
      subject: `Recado: invitation from ${company}`,
      before: [`${company} invited you to use Recado.`],
      action: 'Create my account',
      after: [`The invitation is valid for ${days} days and can be used once.`],
    }),
    operatorDeed: ({ operator, deed, company, user }) => ({
      subject: `Recado: the platform ${DEEDS.en[deed].subject} in ${company}`,
      before: [about(`${operator}, of the platform, ${DEEDS.en[deed].text} in ${company}`, user)],
      action: 'See users',
      after: [
        'If nobody in your company asked for this, talk to the platform. The action is in the audit trail.',
      ],
    }),
  },
  es: {
    password: {
      forgotten: {
        subject: 'Recado: elija una nueva contraseña',
        before: ['Recibimos una solicitud para cambiar la contraseña de su cuenta de Recado.'],
        action: 'Elegir una nueva contraseña',
        after: [
          'El enlace vale por 1 hora y puede usarse una sola vez.',
          'Si usted no hizo esta solicitud, ignore este correo: su contraseña sigue siendo la misma.',
        ],
      },
      access: {
        subject: 'Recado: su acceso',
        before: ['Su cuenta de Recado está lista. Elija una contraseña para entrar.'],
        action: 'Elegir una contraseña',
        after: [
          'El enlace vale por 24 horas y puede usarse una sola vez.',
          'Después, pida otro en “Olvidé mi contraseña”.',
        ],
      },
    },
    invitation: (company, days) => ({
      subject: `Recado: invitación de ${company}`,
      before: [`${company} le invitó a usar Recado.`],
      action: 'Crear mi cuenta',
      after: [`La invitación vale por ${days} días y puede usarse una sola vez.`],
    }),
    operatorDeed: ({ operator, deed, company, user }) => ({
      subject: `Recado: la plataforma ${DEEDS.es[deed].subject} en ${company}`,
      before: [about(`${operator}, de la plataforma, ${DEEDS.es[deed].text} en ${company}`, user)],
      action: 'Ver usuarios',
      after: ['Si nadie de su empresa pidió esto, hable con la plataforma. La acción está en la auditoría.'],
    }),
  },
}
