import {
  type Announcement,
  type AnnouncementInput,
  announcementInput,
  PRIORITIES,
} from '@recado/shared/announcements/announcement'
import { validatedBy } from '../ui/form.ts'

/** Values of the form. Selects need texts. */
export interface AnnouncementValues {
  title: string
  text: string
  priority: string
  status: string
  /** The name of the new or the stored image. */
  mediaName: string | null
}

export const announcementFormValues = (announcement: Announcement | undefined): AnnouncementValues => ({
  title: announcement?.title ?? '',
  text: announcement?.text ?? '',
  priority: String(announcement?.priority ?? 3),
  status: String(announcement?.status ?? true),
  mediaName: announcement?.mediaName ?? null,
})

export const announcementInputOf = ({
  title,
  text,
  priority,
  status,
}: AnnouncementValues): AnnouncementInput => ({
  title: title.trim(),
  text: text.trim(),
  priority: PRIORITIES.find((level) => String(level) === priority) ?? 3,
  status: status === 'true',
})

const validate = validatedBy(announcementInput, 'announcements.form.required')
export const validateAnnouncement = (values: AnnouncementValues) => validate(announcementInputOf(values))
