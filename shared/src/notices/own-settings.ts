import type * as z from 'zod'
import { mailProblemOrNone } from '../email/mail-problem.ts'
import { noticeSettings } from './settings.ts'

/** A user's own settings, and why mails do not reach them; null if they do, as far as is known. */
export const ownNoticeSettings = noticeSettings.extend({ mailProblem: mailProblemOrNone })
export type OwnNoticeSettings = z.infer<typeof ownNoticeSettings>
