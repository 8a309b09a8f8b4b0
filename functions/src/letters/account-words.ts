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

/** Words of the mails that lead to an account: links to choose a password, and invitations. */
interface AccountWords {
  password: Record<WhyPasswordLink, LetterWords>
  invitation(company: string, days: number): LetterWords
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
  },
}
