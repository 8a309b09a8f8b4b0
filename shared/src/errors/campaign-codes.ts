import type { CodeKinds } from './code-kinds.ts'

/** Codes of campaigns, their tags and attachments, and of the dashboard. */
export const CAMPAIGN_CODES = {
  /** The company has no campaign with this id. Reload the list. */
  ERR_NO_CAMPAIGN_FOUND: ['not-found'],
  /** The campaign has neither a message nor an attachment. Write a message or add a file. */
  ERR_CAMPAIGN_EMPTY: ['invalid'],
  /** The campaign asks for a confirmation but has no confirmation message. Write one. */
  ERR_CAMPAIGN_CONFIRMATION_EMPTY: ['invalid'],
  /** The scheduled time has passed. Choose a time to come. */
  ERR_CAMPAIGN_SCHEDULE_PAST: ['invalid'],
  /** The campaign's status does not allow this change, or somebody else changed it meanwhile. Reload the campaign. */
  ERR_CAMPAIGN_NOT_EDITABLE: ['conflict'],
  /** The campaign is running, so it cannot be deleted. Cancel it first. */
  ERR_CAMPAIGN_RUNNING: ['conflict'],
  /** The campaign's status does not allow this action. Reload the campaign. */
  ERR_CAMPAIGN_STATE: ['conflict'],
  /** The recipients were deleted when their retention period ended. Create a new campaign. */
  ERR_CAMPAIGN_DETAILS_ERASED: ['conflict'],
  /** The lists of the campaign have no contact to write to. Choose another list. */
  ERR_CAMPAIGN_NO_CONTACTS: ['unprocessable'],
  /** No failed recipient may get the message again. */
  ERR_CAMPAIGN_NOTHING_TO_RESEND: ['unprocessable'],
  /** The attachment was announced but not uploaded. Upload it or take it away. */
  ERR_CAMPAIGN_MEDIA_MISSING: ['conflict'],
  /** The attachment is larger than 20 MB. Choose a smaller file. */
  ERR_FILE_TOO_LARGE: ['too-large'],
  /**
   * 422: the number of the test message is blocked; use another one. 409: the contact of a new ticket is blocked; send
   * `force` to write all the same.
   */
  ERR_CONTACT_BLOCKED: ['unprocessable', 'conflict'],
  /** The number has not written to the connection in the last 30 days. Write from its phone, then test again. */
  ERR_NOT_A_TESTER: ['conflict'],
  /** All sending of the company or the platform is stopped. Resume sending first. */
  ERR_SENDING_STOPPED: ['conflict'],
  /** The connection may not write to new contacts at the moment. Its health says until when. */
  ERR_FIRST_CONTACTS_HELD: ['conflict'],
  /** The company has no tag with this id. Choose another tag. */
  ERR_NO_TAG_FOUND: ['not-found'],
  /** No contact with a valid number has this tag. Choose another tag. */
  ERR_TAG_EMPTY: ['unprocessable'],
  /** The tag makes several campaigns; `details` says how many contacts and parts. Agree with `confirmSplit`. */
  ERR_TAG_SPLIT: ['conflict'],
  /** More than 10,000 contacts have this tag. Choose a smaller tag. */
  ERR_TAG_TOO_LARGE: ['too-large'],
  /** The last day is before the first, or there are more than `days` days. Choose other days. */
  ERR_DATE_RANGE: ['invalid'],
} as const satisfies CodeKinds
